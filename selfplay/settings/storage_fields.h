// FieldsOf: made from proto/storage_config.proto by tools/generate_settings.
#pragma once

#include <array>
#include <tuple>

#include "selfplay/settings/field_info.h"
#include "selfplay/settings/storage_settings.h"

namespace kvintet::selfplay {

template <>
struct FieldsOf<StorageSettings> {
  static constexpr auto kMembers =
      std::tuple(&StorageSettings::shard_bytes, &StorageSettings::shard_seconds,
                 &StorageSettings::max_gib, &StorageSettings::journal_seconds);
  static const std::array<FieldInfo, 4> kInfos;
};

}  // namespace kvintet::selfplay
