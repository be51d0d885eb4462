// SettingsOf: the settings that a configuration's messages hold.
#pragma once

#include "proto/search_config.pb.h"
#include "proto/self_play_config.pb.h"
#include "proto/storage_config.pb.h"
#include "selfplay/settings/search_settings.h"
#include "selfplay/settings/self_play_settings.h"
#include "selfplay/settings/storage_settings.h"

namespace kvintet::selfplay {

// What the message sets, and the defaults for the rest.
SearchSettings SettingsOf(const SearchConfig& config);
SelfPlaySettings SettingsOf(const SelfPlayConfig& config);
StorageSettings SettingsOf(const StorageConfig& config);

// Changes what the message sets, and nothing else. If it selects another algorithm, the settings of
// the one before are lost.
void Merge(const SearchConfig& config, SearchSettings* settings);

// Changes the message where it means other settings, so that SettingsOf(*config) is `settings`.
void Store(const SearchSettings& settings, SearchConfig* config);

}  // namespace kvintet::selfplay
