// FieldsOf: made from proto/self_play_config.proto by tools/generate_settings.
#pragma once

#include <array>
#include <tuple>

#include "selfplay/settings/field_info.h"
#include "selfplay/settings/self_play_settings.h"

namespace kvintet::selfplay {

template <>
struct FieldsOf<SelfPlaySettings> {
  static constexpr auto kMembers =
      std::tuple(&SelfPlaySettings::slots_per_thread, &SelfPlaySettings::threads,
                 &SelfPlaySettings::batch_size, &SelfPlaySettings::max_plies,
                 &SelfPlaySettings::opening_random_plies, &SelfPlaySettings::games_per_round,
                 &SelfPlaySettings::schedule, &SelfPlaySettings::full_search_share,
                 &SelfPlaySettings::quick_simulations, &SelfPlaySettings::symmetry,
                 &SelfPlaySettings::cache_positions, &SelfPlaySettings::resign_value,
                 &SelfPlaySettings::resign_decisions, &SelfPlaySettings::resign_playout_share,
                 &SelfPlaySettings::first_simulations, &SelfPlaySettings::double_after_games,
                 &SelfPlaySettings::sparring_share, &SelfPlaySettings::demonstration_games,
                 &SelfPlaySettings::baseline_noise, &SelfPlaySettings::adjudicated_share,
                 &SelfPlaySettings::sparring_model, &SelfPlaySettings::sparring_model_sha256,
                 &SelfPlaySettings::sparring_past, &SelfPlaySettings::sparring_simulations);
  static const std::array<FieldInfo, 24> kInfos;
};

}  // namespace kvintet::selfplay
