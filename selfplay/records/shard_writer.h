// ShardWriter: collects records and seals them into files, by size and by time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

#include "selfplay/records/number_set.h"
#include "selfplay/records/record_file.h"
#include "selfplay/settings/storage_settings.h"

namespace kvintet::selfplay {

// A sealed file of games.
struct Shard {
  // File name within the folder: the SHA-256 of the content and kRecordFileEnding.
  std::string name = {};
  int64_t games = 0;
  int64_t rows = 0;
  // Evaluations of its games.
  int64_t evaluations = 0;
  // Size of the file; 0 in runs that did not record it.
  int64_t bytes = 0;
  // One more than the greatest game number in it.
  int64_t next_game = 0;
  // The numbers of its games, if it came from an actor of another process; otherwise empty.
  std::vector<NumberSpan> numbers = {};
};

// Shard::name of a file with this content.
std::string ShardName(std::string_view bytes);

// Sealed files are durable and never change. Records that are not sealed yet are lost in a crash.
// One thread at a time.
class ShardWriter {
 public:
  using Clock = std::chrono::steady_clock;
  // Called for each file once it is on disk.
  using Sealed = std::function<absl::Status(const Shard&)>;

  // `folder` must exist; `game` is GameSpec::text.
  ShardWriter(std::string folder, const std::string& game, const StorageSettings& settings,
              Sealed sealed);

  // Adds a record, and seals if the file is then large or old enough.
  absl::Status Add(const GameRecord& record, Clock::time_point now);
  // Seals if the oldest record has waited long enough.
  absl::Status SealIfDue(Clock::time_point now);
  // Seals all pending records, if any.
  absl::Status Seal();

 private:
  const std::string folder_;
  const StorageSettings settings_;
  Sealed sealed_;
  RecordFileBuilder builder_;
  int64_t evaluations_ = 0;
  int64_t next_game_ = 0;
  std::optional<Clock::time_point> oldest_;
};

}  // namespace kvintet::selfplay
