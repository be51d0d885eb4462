// MatchEvent: see the header.
#include "matches/state/match_event.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include "base/reports/json.h"
#include "base/status_macros.h"
#include "matches/settings/optional_member.h"

namespace kvintet::matches {
namespace {

constexpr std::array<const char*, 23> kEventNames = {
    "created",       "joined",          "started",         "ready",         "chance",
    "moved",         "committed",       "consented",       "draw_accepted", "draw_declined",
    "reset_offered", "reset_accepted",  "reset_declined",  "paused",        "resumed",
    "claim_refused", "asked",           "rematch_offered", "ended",         "organised",
    "clock_started", "pause_contested", "pause_wrong"};
static_assert(static_cast<size_t>(EventKind::kPauseWrong) + 1 == kEventNames.size());

Json ToJson(const ClockReading& reading) {
  return Json::array({reading.spent[0], reading.spent[1], reading.waited[0], reading.waited[1]});
}

absl::StatusOr<ClockReading> ReadReading(const Json& json) {
  ClockReading reading;
  if (!json.is_array() || json.size() != size_t{2} * kPlayers) {
    return absl::InvalidArgumentError("reading: wanted four numbers");
  }
  for (size_t i = 0; i < kPlayers; ++i) {
    KVINTET_ASSIGN_OR_RETURN(reading.spent[i], FromJson<int64_t>(json[i]));
    KVINTET_ASSIGN_OR_RETURN(reading.waited[i], FromJson<int64_t>(json[kPlayers + i]));
  }
  return reading;
}

absl::StatusOr<std::array<AgentModel, kPlayers>> ReadAgents(const Json& json) {
  std::array<AgentModel, kPlayers> agents;
  if (!json.is_array() || json.size() != kPlayers) {
    return absl::InvalidArgumentError("agents: wanted two");
  }
  for (size_t i = 0; i < kPlayers; ++i) {
    KVINTET_ASSIGN_OR_RETURN(agents[i], AgentModelFromJson(json[i]));
  }
  return agents;
}

absl::StatusOr<EventKind> ReadKind(const std::string& name) {
  for (size_t i = 0; i < kEventNames.size(); ++i) {
    if (name == kEventNames[i]) {
      return static_cast<EventKind>(i);
    }
  }
  return absl::InvalidArgumentError(absl::StrCat("kind: unknown event '", name, "'"));
}

absl::StatusOr<MatchEvent> ReadEvent(const Json& json) {
  MatchEvent event;
  KVINTET_ASSIGN_OR_RETURN(const std::string kind, JsonMember<std::string>(json, "kind"));
  KVINTET_ASSIGN_OR_RETURN(event.kind, ReadKind(kind));
  KVINTET_ASSIGN_OR_RETURN(const int64_t player, JsonMember<int64_t>(json, "player"));
  if (player < -1 || player >= kPlayers) {
    return absl::InvalidArgumentError(absl::StrCat("player: unknown number ", player));
  }
  event.player = static_cast<int>(player);
  KVINTET_ASSIGN_OR_RETURN(event.text, JsonMember<std::string>(json, "text"));
  KVINTET_ASSIGN_OR_RETURN(event.nonce, JsonMember<std::string>(json, "nonce"));
  KVINTET_ASSIGN_OR_RETURN(event.flag, JsonMember<bool>(json, "flag"));
  KVINTET_ASSIGN_OR_RETURN(event.tokens[0], JsonMember<std::string>(json, "token_0"));
  KVINTET_ASSIGN_OR_RETURN(event.tokens[1], JsonMember<std::string>(json, "token_1"));
  KVINTET_ASSIGN_OR_RETURN(const Json colours,
                           OptionalMember<Json>(json, "colours", ToJson(ColourWish())));
  KVINTET_ASSIGN_OR_RETURN(event.colours, ColourWishFromJson(colours));
  if (json.contains("agents")) {
    KVINTET_ASSIGN_OR_RETURN(event.agents, ReadAgents(json["agents"]));
  }
  KVINTET_ASSIGN_OR_RETURN(event.at_millis, JsonMember<int64_t>(json, "at"));
  KVINTET_ASSIGN_OR_RETURN(const Json reading, JsonMember<Json>(json, "reading"));
  KVINTET_ASSIGN_OR_RETURN(event.reading, ReadReading(reading));
  return event;
}

absl::Status Lost(const absl::Status& status) {
  return absl::DataLossError(absl::StrCat("the journal is damaged: ", status.message()));
}

}  // namespace

std::string EventName(EventKind kind) { return kEventNames[static_cast<size_t>(kind)]; }

std::string EventToText(const MatchEvent& event) {
  Json json = {{"kind", EventName(event.kind)},
               {"player", event.player},
               {"text", event.text},
               {"nonce", event.nonce},
               {"flag", event.flag},
               {"token_0", event.tokens[0]},
               {"token_1", event.tokens[1]},
               {"at", event.at_millis},
               {"reading", ToJson(event.reading)}};
  if (event.colours != ColourWish()) {
    json["colours"] = ToJson(event.colours);
  }
  if (event.agents != std::array<AgentModel, kPlayers>{}) {
    json["agents"] = {ToJson(event.agents[0]), ToJson(event.agents[1])};
  }
  return ToJsonLine(json);
}

absl::StatusOr<MatchEvent> EventFromText(const std::string& text) {
  absl::StatusOr<Json> json = ParseJson(text, "event");
  if (!json.ok()) {
    return Lost(json.status());
  }
  absl::StatusOr<MatchEvent> event = ReadEvent(*json);
  return event.ok() ? event : Lost(event.status());
}

std::string ReadingToText(const ClockReading& reading) { return ToJsonLine(ToJson(reading)); }

absl::StatusOr<ClockReading> ReadingFromText(const std::string& text) {
  absl::StatusOr<Json> json = ParseJson(text, "reading");
  if (!json.ok()) {
    return Lost(json.status());
  }
  absl::StatusOr<ClockReading> reading = ReadReading(*json);
  return reading.ok() ? reading : Lost(reading.status());
}

}  // namespace kvintet::matches
