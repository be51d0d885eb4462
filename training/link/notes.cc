// Notes of a RunLink as JSON: see the header.
#include "training/link/notes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>

#include "base/status_macros.h"

namespace kvintet::training {
namespace {

template <typename Value, size_t size>
using Names = std::array<std::pair<Value, absl::string_view>, size>;

constexpr Names<ShardFate::Kind, 4> kKinds = {{
    {ShardFate::Kind::kUnknown, "unknown"},
    {ShardFate::Kind::kWaiting, "waiting"},
    {ShardFate::Kind::kCommitted, "committed"},
    {ShardFate::Kind::kRefused, "refused"},
}};

constexpr Names<ActorState, 8> kStates = {{
    {ActorState::kWaitingForLearner, "waiting for the learner"},
    {ActorState::kPlaying, "playing"},
    {ActorState::kWaitingForRound, "waiting for the round to end"},
    {ActorState::kPaused, "paused until the learner catches up"},
    {ActorState::kSpoolFull, "the spool is full"},
    {ActorState::kStopped, "stopped"},
    {ActorState::kRating, "rating models"},
    {ActorState::kOther, "something else"},
}};

// REQUIRES: the value has a name.
template <typename Value, size_t size>
absl::string_view NameOf(const Names<Value, size>& names, Value value) {
  return std::ranges::find(names, value, &std::pair<Value, absl::string_view>::first)->second;
}

template <typename Value, size_t size>
std::optional<Value> Named(const Names<Value, size>& names, absl::string_view name) {
  const auto found = std::ranges::find(names, name, &std::pair<Value, absl::string_view>::second);
  return found == names.end() ? std::nullopt : std::optional(found->first);
}

// Reads members of one object. After the first error, further members are left alone.
class Reader {
 public:
  Reader(const std::string& text, const std::string& where) : where_(where) {
    absl::StatusOr<Json> json = ParseJson(text, where);
    if (json.ok()) {
      json_ = *std::move(json);
    } else {
      status_ = absl::DataLossError(json.status().message());
    }
  }

  template <typename T>
  void Read(const char* key, T* value) {
    if (!status_.ok()) {
      return;
    }
    absl::StatusOr<T> member = JsonMember<T>(json_, key);
    if (member.ok()) {
      *value = *std::move(member);
    } else {
      Fail(member.status().message());
    }
  }
  // A count: an integer that is not negative.
  void ReadCount(const char* key, int64_t* value) {
    Read(key, value);
    if (status_.ok() && *value < 0) {
      Fail(absl::StrCat(key, ": wanted 0 or more, found ", *value));
    }
  }
  void ReadSha(const char* key, std::string* value) {
    Read(key, value);
    if (status_.ok() && !IsSha256(*value)) {
      Fail(absl::StrCat(key, ": wanted 64 hexadecimal digits, found \"", *value, "\""));
    }
  }
  bool Has(const char* key) const { return status_.ok() && json_.contains(key); }
  void Fail(absl::string_view what) {
    status_ = absl::DataLossError(absl::StrCat(where_, ": ", what));
  }
  const absl::Status& Status() const { return status_; }

 private:
  const std::string where_;
  Json json_;
  absl::Status status_;
};

}  // namespace

bool IsSha256(const std::string& text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f');
         });
}

absl::string_view ToText(ActorState state) { return NameOf(kStates, state); }

Json ToJson(const RunHead& head) {
  Json json = {{"epoch", head.epoch},
               {"generation", head.generation},
               {"model", head.model},
               {"steps", head.steps},
               {"seconds", head.seconds},
               {"config", head.config},
               {"fingerprint", head.fingerprint},
               {"first_free", head.first_free}};
  if (head.end) {
    json["end"] = *head.end;
  }
  if (head.pause) {
    json["pause"] = true;
  }
  if (head.new_run) {
    json["new_run"] = true;
  }
  return json;
}

absl::StatusOr<RunHead> ParseRunHead(const std::string& text, const std::string& where) {
  RunHead head;
  Reader reader(text, where);
  reader.ReadCount("epoch", &head.epoch);
  reader.ReadCount("generation", &head.generation);
  reader.ReadSha("model", &head.model);
  reader.ReadCount("steps", &head.steps);
  reader.Read("seconds", &head.seconds);
  reader.Read("config", &head.config);
  reader.Read("fingerprint", &head.fingerprint);
  reader.ReadCount("first_free", &head.first_free);
  if (reader.Has("end")) {
    reader.ReadCount("end", &head.end.emplace());
  }
  if (reader.Has("pause")) {
    reader.Read("pause", &head.pause);
  }
  if (reader.Has("new_run")) {
    reader.Read("new_run", &head.new_run);
  }
  KVINTET_RETURN_IF_ERROR(reader.Status());
  return head;
}

Json ToJson(const ShardNote& note) {
  return {{"sha", note.sha},
          {"bytes", note.bytes},
          {"games", note.games},
          {"rows", note.rows},
          {"actor", note.actor}};
}

absl::StatusOr<ShardNote> ParseShardNote(const std::string& text, const std::string& where) {
  ShardNote note;
  Reader reader(text, where);
  reader.ReadSha("sha", &note.sha);
  reader.ReadCount("bytes", &note.bytes);
  reader.ReadCount("games", &note.games);
  reader.ReadCount("rows", &note.rows);
  reader.Read("actor", &note.actor);
  KVINTET_RETURN_IF_ERROR(reader.Status());
  return note;
}

Json ToJson(const ShardFate& fate) {
  Json json = {{"fate", std::string(NameOf(kKinds, fate.kind))}};
  if (!fate.reason.empty()) {
    json["reason"] = fate.reason;
  }
  return json;
}

absl::StatusOr<ShardFate> ParseShardFate(const std::string& text, const std::string& where) {
  ShardFate fate;
  std::string word;
  Reader reader(text, where);
  reader.Read("fate", &word);
  const std::optional<ShardFate::Kind> kind = Named(kKinds, word);
  if (!kind) {
    reader.Fail(
        absl::StrCat("fate: wanted unknown, waiting, committed or refused, found \"", word, "\""));
  }
  if (reader.Has("reason")) {
    reader.Read("reason", &fate.reason);
  }
  KVINTET_RETURN_IF_ERROR(reader.Status());
  fate.kind = *kind;
  return fate;
}

Json ToJson(const ActorNote& note) {
  return {{"name", note.name},
          {"host", note.host},
          {"state", std::string(ToText(note.state))},
          {"processor", note.processor},
          {"generation", note.generation},
          {"games", note.games},
          {"rows", note.rows},
          {"evaluations_per_second", note.evaluations_per_second},
          {"spool_shards", note.spool_shards},
          {"spool_bytes", note.spool_bytes}};
}

absl::StatusOr<ActorNote> ParseActorNote(const std::string& text, const std::string& where) {
  ActorNote note;
  Reader reader(text, where);
  reader.Read("name", &note.name);
  reader.Read("host", &note.host);
  std::string state;
  reader.Read("state", &state);
  reader.Read("processor", &note.processor);
  reader.ReadCount("generation", &note.generation);
  reader.ReadCount("games", &note.games);
  reader.ReadCount("rows", &note.rows);
  reader.Read("evaluations_per_second", &note.evaluations_per_second);
  reader.ReadCount("spool_shards", &note.spool_shards);
  reader.ReadCount("spool_bytes", &note.spool_bytes);
  KVINTET_RETURN_IF_ERROR(reader.Status());
  note.state = Named(kStates, state).value_or(ActorState::kOther);
  return note;
}

}  // namespace kvintet::training
