// RecordText, ParseRecord: `game{options}; 0 h8; chance draw 17`, the text of a record.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::envs {

// One move or chance event as a record writes it; `text` is `?` where a seat may not know it.
struct RecordEvent {
  Actor actor = Actor::kSeat0;
  std::string text = {};
  bool operator==(const RecordEvent&) const = default;
};

inline constexpr char kUnknownMove[] = "?";

// What a seat's record writes in place of a text that the seat may not know: `?` of a move, of an
// outcome of chance `draw ?`: its last word alone is hidden.
std::string UnknownText(Actor actor, const std::string& text);
bool IsUnknown(const RecordEvent& event);

// `0`, `1` or `chance`.
std::string ActorName(Actor actor);

// One event: `0 h8`.
std::string EventText(const RecordEvent& event);

// The whole line: the game with every option, then the events, separated by `; `.
std::string RecordText(const Game& game, std::span<const RecordEvent> events);

// Takes a line apart without looking at the moves. InvalidArgument if it is of another game or
// other options (options left out have their defaults), or an event is none.
absl::StatusOr<std::vector<RecordEvent>> ParseRecord(const Game& game, const std::string& text);

// How a seat's record ends in a game that tells who acts (Game::TellsActors): with nothing where it
// is the seat itself or chance, else `; 1` for the other, `; end` for nobody.
std::string ToldText(Seat seat, ActorSet actors);

// Takes that end off a seat's record; nothing where it has none.
std::optional<ActorSet> CutToldText(std::string* record);

// The same status with the event in front: "event 3 (1 k99): ...".
absl::Status AtEvent(size_t index, const RecordEvent& event, const absl::Status& status);

}  // namespace kvintet::envs
