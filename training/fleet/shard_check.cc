// CheckShard, PlayFingerprint: see the header.
#include "training/fleet/shard_check.h"

#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/files/sha256.h"
#include "base/status_macros.h"
#include "selfplay/games/signature.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/replay_rows.h"

namespace kvintet::training {
namespace {

using selfplay::GameRecord;

absl::Status Refused(const GameRecord& record, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("game ", record.number, ": ", why));
}

absl::Status CheckGame(const envs::Game& game, uint64_t seed, const GameRecord& record,
                       absl::FunctionRef<bool(const std::string& model)> is_known,
                       std::optional<int64_t> end) {
  if (record.seed != seed) {
    return Refused(record, absl::StrCat("wanted seed ", seed, ", found ", record.seed));
  }
  if (end && record.number >= *end) {
    return Refused(record, absl::StrCat("wanted a number that was given, below ", *end));
  }
  for (const std::string& model : record.models) {
    if (!is_known(model)) {
      return Refused(record, absl::StrCat("wanted a model of this run, found ", model));
    }
  }
  const absl::Status sound = selfplay::CheckRecord(game, record);
  return sound.ok() ? sound : Refused(record, sound.message());
}

}  // namespace

absl::StatusOr<std::vector<GameRecord>> CheckShard(
    const envs::Game& game, uint64_t seed, const std::string& sha, const std::string& bytes,
    absl::FunctionRef<bool(const std::string& model)> is_known, std::optional<int64_t> end) {
  if (Sha256Hex(bytes) != sha) {
    return absl::InvalidArgumentError("the bytes have another SHA-256");
  }
  const absl::StatusOr<selfplay::RecordFile> file = selfplay::RecordFile::Parse(bytes, "the shard");
  absl::StatusOr<std::vector<GameRecord>> records =
      file.ok() ? file->ReadAll() : absl::StatusOr<std::vector<GameRecord>>(file.status());
  if (!records.ok()) {
    return absl::InvalidArgumentError(records.status().message());
  }
  for (const GameRecord& record : *records) {
    KVINTET_RETURN_IF_ERROR(CheckGame(game, seed, record, is_known, end));
  }
  return records;
}

absl::StatusOr<std::string> PlayFingerprint(const envs::Game& game) {
  KVINTET_ASSIGN_OR_RETURN(
      const uint64_t hash,
      selfplay::SelfPlaySignature(game, {.algorithm = selfplay::Algorithm::kPolicy, .games = 4}));
  return absl::StrFormat("%016x", hash);
}

}  // namespace kvintet::training
