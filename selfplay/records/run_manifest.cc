// RunState: see the header.
#include "selfplay/records/run_manifest.h"

#include <iterator>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"
#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {
namespace {

// The member "numbers" of a shard: ranges [first, last].
absl::StatusOr<std::vector<NumberSpan>> ReadNumbers(const Json& line) {
  KVINTET_ASSIGN_OR_RETURN(const Json list, JsonMember<Json>(line, "numbers"));
  std::vector<NumberSpan> numbers;
  for (const Json& entry : list) {
    NumberSpan range;
    if (!entry.is_array() || entry.size() != 2) {
      return absl::InvalidArgumentError("numbers: wanted pairs [first, last]");
    }
    KVINTET_ASSIGN_OR_RETURN(range.first, FromJson<int64_t>(entry[0]));
    KVINTET_ASSIGN_OR_RETURN(range.last, FromJson<int64_t>(entry[1]));
    if (range.first < 0 || range.last < range.first || range.last >= kGameNumberEnd) {
      return absl::InvalidArgumentError(absl::StrCat("numbers: wanted 0 <= first <= last < ",
                                                     kGameNumberEnd, ", found [", range.first, ", ",
                                                     range.last, "]"));
    }
    numbers.push_back(range);
  }
  return numbers;
}

absl::StatusOr<Shard> ReadShard(const Json& line) {
  Shard shard;
  KVINTET_ASSIGN_OR_RETURN(shard.name, JsonMember<std::string>(line, "name"));
  KVINTET_ASSIGN_OR_RETURN(shard.games, JsonMember<int64_t>(line, "games"));
  KVINTET_ASSIGN_OR_RETURN(shard.rows, JsonMember<int64_t>(line, "rows"));
  KVINTET_ASSIGN_OR_RETURN(shard.evaluations, JsonMember<int64_t>(line, "evaluations"));
  if (line.contains("bytes")) {
    KVINTET_ASSIGN_OR_RETURN(shard.bytes, JsonMember<int64_t>(line, "bytes"));
  }
  if (line.contains("next_game")) {
    KVINTET_ASSIGN_OR_RETURN(shard.next_game, JsonMember<int64_t>(line, "next_game"));
  }
  if (line.contains("numbers")) {
    KVINTET_ASSIGN_OR_RETURN(shard.numbers, ReadNumbers(line));
  }
  return shard;
}

// Makes the uncommitted shards count from now on.
void Recover(RunState* state) {
  state->shards.insert(state->shards.end(), state->uncommitted.begin(), state->uncommitted.end());
  state->uncommitted.clear();
}

void Commit(const CommitEntry& commit, RunState* state) {
  state->commit = commit;
  Recover(state);
  state->committed = state->shards.size();
}

absl::Status ReadCommit(const Json& line, RunState* state) {
  CommitEntry commit;
  KVINTET_ASSIGN_OR_RETURN(commit.model, JsonMember<std::string>(line, "model"));
  KVINTET_ASSIGN_OR_RETURN(commit.learner, JsonMember<std::string>(line, "learner"));
  KVINTET_ASSIGN_OR_RETURN(commit.steps, JsonMember<int64_t>(line, "steps"));
  KVINTET_ASSIGN_OR_RETURN(commit.credit, JsonMember<double>(line, "credit"));
  KVINTET_ASSIGN_OR_RETURN(commit.next_game, JsonMember<int64_t>(line, "next_game"));
  KVINTET_ASSIGN_OR_RETURN(commit.seconds, JsonMember<double>(line, "seconds"));
  Commit(commit, state);
  return absl::OkStatus();
}

absl::Status ReadRemoval(const Json& line, RunState* state) {
  KVINTET_ASSIGN_OR_RETURN(const int64_t removed, JsonMember<int64_t>(line, "shards"));
  if (removed < state->removed || removed > std::ssize(state->shards)) {
    return absl::InvalidArgumentError(absl::StrCat("shards must be ", state->removed, "..",
                                                   state->shards.size(), ", is ", removed));
  }
  state->removed = removed;
  return absl::OkStatus();
}

absl::Status ReadGiven(const Json& line, RunState* state) {
  if (!state->shards.empty() || !state->uncommitted.empty()) {
    return absl::InvalidArgumentError("given games must come first");
  }
  KVINTET_ASSIGN_OR_RETURN(const Json shards, JsonMember<Json>(line, "shards"));
  for (const Json& shard : shards) {
    KVINTET_ASSIGN_OR_RETURN(state->shards.emplace_back(), ReadShard(shard));
  }
  if (state->shards.empty()) {
    return absl::InvalidArgumentError("shards must name at least one shard, names none");
  }
  state->given = state->shards.size();
  KVINTET_ASSIGN_OR_RETURN(state->removed, JsonMember<int64_t>(line, "removed"));
  if (state->removed < 0 || state->removed >= std::ssize(state->shards)) {
    return absl::InvalidArgumentError(
        absl::StrCat("removed must be 0..", state->shards.size() - 1, ", is ", state->removed));
  }
  return absl::OkStatus();
}

}  // namespace

std::string ManifestPath(const std::string& path) { return path + "/manifest.jsonl"; }

NumberSet RunState::Numbers() const {
  NumberSet numbers;
  for (const std::vector<Shard>* const list : {&shards, &uncommitted}) {
    for (const Shard& shard : *list) {
      for (const NumberSpan& range : shard.numbers) {
        numbers.Add(range);
      }
      if (shard.numbers.empty() && shard.next_game > 0) {
        numbers.Add(NumberSpan{0, shard.next_game - 1});
      }
    }
  }
  return numbers;
}

Json ToJson(const Shard& shard) {
  Json json = {{"name", shard.name},   {"games", shard.games},
               {"rows", shard.rows},   {"evaluations", shard.evaluations},
               {"bytes", shard.bytes}, {"next_game", shard.next_game}};
  for (const NumberSpan& range : shard.numbers) {
    json["numbers"].push_back({range.first, range.last});
  }
  return json;
}

absl::Status AddManifestLine(const Json& line, RunState* state) {
  KVINTET_ASSIGN_OR_RETURN(const std::string kind, JsonMember<std::string>(line, "kind"));
  if (kind == "shard") {
    KVINTET_ASSIGN_OR_RETURN(state->uncommitted.emplace_back(), ReadShard(line));
    return absl::OkStatus();
  }
  if (kind == "given") {
    return ReadGiven(line, state);
  }
  if (kind == "commit") {
    return ReadCommit(line, state);
  }
  if (kind == "removal") {
    return ReadRemoval(line, state);
  }
  if (kind == "session") {
    state->uncommitted.clear();
    return absl::OkStatus();
  }
  if (kind == "recovery") {
    Recover(state);
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("kind must be session, recovery, given, shard, commit or removal, is ", kind));
}

absl::StatusOr<RunState> ParseRunState(const std::string& text, const std::string& path) {
  RunState state;
  KVINTET_RETURN_IF_ERROR(
      ReadJsonLines(text, path, [&](const Json& line) { return AddManifestLine(line, &state); }));
  return state;
}

absl::StatusOr<RunState> ReadRunState(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(ManifestPath(path)));
  return ParseRunState(text, ManifestPath(path));
}

}  // namespace kvintet::selfplay
