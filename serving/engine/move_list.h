// ListMoves: one page of the legal moves of a situation, or of chance's outcomes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/engine/situation.h"

namespace kvintet::serving {

// Which page.
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
  // There are more.
  bool more = false;
};

// Errors as Situation::ActingView. `check` is looked at now and then: its error ends the work.
absl::StatusOr<MoveList> ListMoves(const Situation& situation, const MovePage& page,
                                   const std::function<absl::Status()>& check);

}  // namespace kvintet::serving
