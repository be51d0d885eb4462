// StorageSettings: made from proto/storage_config.proto by tools/generate_settings.
#pragma once

#include <cstdint>

namespace kvintet::selfplay {

// How a run is stored.
struct StorageSettings {
  // A shard of games is sealed when it has this many bytes or, with schedule CONTINUOUS, this many
  // seconds after its first game.
  int64_t shard_bytes = 1048576;
  double shard_seconds = 10;
  // When a run's shards take more than this (in GiB, 2^30 bytes), the oldest are deleted, but none
  // that the replay window needs; the manifest still counts them. 0: all are kept.
  double max_gib = 0;
  // With schedule CONTINUOUS, games in progress are journalled, and the journal is synced to the
  // disk this often; a run that was killed continues these games. 0: games in progress are lost.
  double journal_seconds = 1;

  bool operator==(const StorageSettings&) const = default;
};

}  // namespace kvintet::selfplay
