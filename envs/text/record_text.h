// RecordText, ParseRecord: write and parse records, such as `game{options}; 0 h8; chance draw 17`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::envs {

// One move or chance event of a record. `text` is `?` if the seat may not know it.
struct RecordEvent {
  Actor actor = Actor::kSeat0;
  std::string text = {};
  bool operator==(const RecordEvent&) const = default;
};

inline constexpr char kUnknownMove[] = "?";

// What a seat's record contains in place of a text that the seat may not know: `?` for a move, and
// `draw ?` for a chance outcome, where only the last word is hidden.
std::string UnknownText(Actor actor, const std::string& text);
bool IsUnknown(const RecordEvent& event);

// `0`, `1` or `chance`.
std::string ActorName(Actor actor);

// One event: `0 h8`.
std::string EventText(const RecordEvent& event);

// The whole line: the game with every option, then the events, separated by `; `.
std::string RecordText(const Game& game, std::span<const RecordEvent> events);

// Splits a line into events without checking the moves. InvalidArgument if it is of another game or
// has other options (options left out take their defaults), or if an event is malformed.
absl::StatusOr<std::vector<RecordEvent>> ParseRecord(const Game& game, const std::string& text);

// The end of a seat's record in a game that tells who acts next (Game::TellsActors): empty if it is
// the seat itself or chance, `; 1` for the other seat, `; end` if nobody acts.
std::string ToldText(Seat seat, ActorSet actors);

// Removes that end from a seat's record and returns it; empty if the record has none.
std::optional<ActorSet> CutToldText(std::string* record);

// The same status with the event in front: "event 3 (1 k99): ...".
absl::Status AtEvent(size_t index, const RecordEvent& event, const absl::Status& status);

}  // namespace kvintet::envs
