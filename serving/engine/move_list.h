// ListMoves: one page of the legal moves of a state, or of the outcomes of chance.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/engine/requested_state.h"

namespace kvintet::serving {

// Which page to list.
struct MovePage {
  std::string prefix = {};
  size_t first = 0;
  size_t size = 0;
};

// A move's text, or an outcome of chance with its probability.
struct ListedMove {
  std::string text = {};
  double probability = 0;
};

// A page of moves.
struct MoveList {
  envs::Actor actor = envs::Actor::kChance;
  // In ascending order of actions.
  std::vector<ListedMove> moves = {};
  // Whether there are more pages.
  bool more = false;
};

// Errors of RequestedState::ActingView. `check` is called repeatedly; an error from it stops the
// work.
absl::StatusOr<MoveList> ListMoves(const RequestedState& situation, const MovePage& page,
                                   const std::function<absl::Status()>& check);

}  // namespace kvintet::serving
