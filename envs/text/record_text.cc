// RecordText, ParseRecord: split and join the events of a record line.
#include "envs/text/record_text.h"

#include <memory>
#include <span>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "envs/registry.h"

namespace kvintet::envs {
namespace {

// The text of the same game with every option written. If the registry does not know the game,
// `game`, which must have the same name, is used instead.
absl::StatusOr<std::string> FullTextOf(const Game& game, const GameText& written,
                                       const std::string& text) {
  if (MakeGame(written.name).ok()) {
    // The default of one option may depend on another (in Kontranto, the target depends on the
    // board).
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Game> made, MakeGame(text));
    return made->Spec().text;
  }
  KVINTET_ASSIGN_OR_RETURN(const RuleOptions options,
                           RuleOptions::Resolve(game.Options(), written.options, written.name));
  return written.name + options.ToText();
}

absl::Status CheckGame(const Game& game, const std::string& text) {
  KVINTET_ASSIGN_OR_RETURN(const GameText written, ParseGameText(text));
  const GameSpec& spec = game.Spec();
  if (written.name == spec.name) {
    KVINTET_ASSIGN_OR_RETURN(const std::string full, FullTextOf(game, written, text));
    if (full == spec.text) {
      return absl::OkStatus();
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("wanted a record of ", spec.text, ", found one of '", text, "'"));
}

absl::StatusOr<RecordEvent> ParseEvent(const std::string& text) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(text, absl::MaxSplits(' ', 1));
  for (const Actor actor : {Actor::kSeat0, Actor::kSeat1, Actor::kChance}) {
    if (parts.first == ActorName(actor) && !parts.second.empty()) {
      return RecordEvent{actor, parts.second};
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("an event is '0 MOVE', '1 MOVE' or 'chance OUTCOME', not '", text, "'"));
}

}  // namespace

std::string ActorName(Actor actor) {
  return actor == Actor::kChance ? "chance" : absl::StrCat(Index(actor));
}

std::string UnknownText(Actor actor, const std::string& text) {
  const size_t space = actor == Actor::kChance ? text.rfind(' ') : std::string::npos;
  return space == std::string::npos ? kUnknownMove : text.substr(0, space + 1) + kUnknownMove;
}

bool IsUnknown(const RecordEvent& event) {
  return event.text == kUnknownMove ||
         (event.actor == Actor::kChance && event.text.ends_with(std::string(" ") + kUnknownMove));
}

std::string EventText(const RecordEvent& event) {
  return absl::StrCat(ActorName(event.actor), " ", event.text);
}

std::string RecordText(const Game& game, std::span<const RecordEvent> events) {
  std::string text = game.Spec().text;
  for (const RecordEvent& event : events) {
    absl::StrAppend(&text, "; ", EventText(event));
  }
  return text;
}

absl::StatusOr<std::vector<RecordEvent>> ParseRecord(const Game& game, const std::string& text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ';');
  KVINTET_RETURN_IF_ERROR(CheckGame(game, std::string(absl::StripAsciiWhitespace(parts[0]))));
  std::vector<RecordEvent> events;
  for (const absl::string_view part : std::span(parts).subspan(1)) {
    absl::StatusOr<RecordEvent> event = ParseEvent(std::string(absl::StripAsciiWhitespace(part)));
    if (!event.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("event ", events.size() + 1, ": ", event.status().message()));
    }
    events.push_back(*std::move(event));
  }
  return events;
}

std::string ToldText(Seat seat, ActorSet actors) {
  if (actors.Empty()) {
    return "; end";
  }
  const bool silent = actors.Has(Actor::kChance) || actors.Has(seat);
  return silent ? "" : absl::StrCat("; ", ActorName(actors.First()));
}

std::optional<ActorSet> CutToldText(std::string* record) {
  for (const ActorSet actors :
       {ActorSet(), ActorSet::Only(Actor::kSeat0), ActorSet::Only(Actor::kSeat1)}) {
    const std::string end = ToldText(Seat::kSpectator, actors);
    if (record->ends_with(end)) {
      record->resize(record->size() - end.size());
      return actors;
    }
  }
  return std::nullopt;
}

absl::Status AtEvent(size_t index, const RecordEvent& event, const absl::Status& status) {
  if (status.ok()) {
    return status;
  }
  return absl::Status(status.code(), absl::StrCat("event ", index + 1, " (", EventText(event),
                                                  "): ", status.message()));
}

}  // namespace kvintet::envs
