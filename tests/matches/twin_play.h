// PlayTwins: two histories of a game that a viewer cannot tell apart.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "envs/game.h"
#include "tests/reference/reference_game.h"

namespace kvintet::matches {

// The two histories.
struct TwinHistories {
  // The seat that must not be able to tell, or reference::kSpectatorSeat.
  int seat = 0;
  std::vector<reference::Event> first;
  // As long as the first, with other secrets if there are any.
  std::vector<reference::Event> second;
};

// Which histories are wanted.
struct TwinWish {
  // From this number of events to fewer than `fewest` + `range`, and then the chance events that
  // follow.
  uint32_t fewest = 14;
  uint32_t range = 100;
  // They end where a seat has chosen alone, if both choose, and differ if anything is hidden from
  // anybody.
  bool secret = false;
};

// Plays the `number`th random game of the reference rules and makes its twin. In a simultaneous
// stage seat 0 chooses first, as it does where choosing first makes a player seat 0; at the end
// seat 1 may have chosen alone. None if the twins are not equally long: whether a choice was made
// may be public, so both must have it to be comparable. REQUIRES: `game` has a reference.
std::optional<TwinHistories> PlayTwins(const std::string& game, const TwinWish& wish, uint64_t seed,
                                       uint32_t number);

// The numbers of the chance outcomes of a history, in order.
std::deque<envs::Action> Outcomes(const envs::Game& game,
                                  const std::vector<reference::Event>& history);

}  // namespace kvintet::matches
