// FieldsOf: made from proto/storage_config.proto by tools/generate_settings.
#include "selfplay/settings/storage_fields.h"

#include <array>

namespace kvintet::selfplay {

constinit const std::array<FieldInfo, 4> FieldsOf<StorageSettings>::kInfos = {{
    {.name = "shard_bytes",
     .documentation = "A shard of games is sealed when it has this many bytes or, with schedule "
                      "CONTINUOUS, this many seconds after its first game.",
     .kind = FieldKind::kInteger,
     .default_text = "1048576",
     .range = {.min = 1024, .max = 1000000000}},
    {.name = "shard_seconds",
     .documentation = "A shard of games is sealed when it has this many bytes or, with schedule "
                      "CONTINUOUS, this many seconds after its first game.",
     .kind = FieldKind::kReal,
     .default_text = "10",
     .range = {.min = 0, .max = 86400, .open_min = true}},
    {.name = "max_gib",
     .documentation =
         "When a run's shards take more than this (in GiB, 2^30 bytes), the oldest are deleted, "
         "but none that the replay window needs; the manifest still counts them. 0: all are kept.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1000000}},
    {.name = "journal_seconds",
     .documentation = "With schedule CONTINUOUS, games in progress are journalled, and the journal "
                      "is synced to the disk this often; a run that was killed continues these "
                      "games. 0: games in progress are lost.",
     .kind = FieldKind::kReal,
     .default_text = "1",
     .range = {.min = 0, .max = 3600}},
}};

}  // namespace kvintet::selfplay
