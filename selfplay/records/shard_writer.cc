// ShardWriter: see the header.
#include "selfplay/records/shard_writer.h"

#include <algorithm>
#include <utility>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"

namespace kvintet::selfplay {

std::string ShardName(std::string_view bytes) {
  return Sha256Hex({bytes.data(), bytes.size()}) + std::string(kRecordFileEnding);
}

ShardWriter::ShardWriter(std::string folder, const std::string& game,
                         const StorageSettings& settings, Sealed sealed)
    : folder_(std::move(folder)), settings_(settings), sealed_(std::move(sealed)), builder_(game) {}

absl::Status ShardWriter::Add(const GameRecord& record, Clock::time_point now) {
  builder_.Add(record);
  evaluations_ += record.evaluations;
  next_game_ = std::max(next_game_, int64_t{record.number} + 1);
  if (!oldest_.has_value()) {
    oldest_ = now;
  }
  if (static_cast<int64_t>(builder_.Size()) >= settings_.shard_bytes) {
    return Seal();
  }
  return SealIfDue(now);
}

absl::Status ShardWriter::SealIfDue(Clock::time_point now) {
  const std::chrono::duration<double> wait(settings_.shard_seconds);
  return oldest_.has_value() && now - *oldest_ >= wait ? Seal() : absl::OkStatus();
}

absl::Status ShardWriter::Seal() {
  if (builder_.Games() == 0) {
    return absl::OkStatus();
  }
  Shard shard = {.games = builder_.Games(),
                 .rows = builder_.Rows(),
                 .evaluations = std::exchange(evaluations_, 0),
                 .next_game = std::exchange(next_game_, 0)};
  oldest_.reset();
  const std::string bytes = builder_.Finish();
  shard.name = ShardName(bytes);
  shard.bytes = static_cast<int64_t>(bytes.size());
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(folder_ + "/" + shard.name, bytes));
  return sealed_(shard);
}

}  // namespace kvintet::selfplay
