// WholeMoves: plays moves of several actions that an agent gives whole.
#pragma once

#include <map>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "base/status_macros.h"

namespace kvintet::arena {

// One thread at a time.
class WholeMoves {
 public:
  // Asks for all actions of the move that begins with this turn.
  using Ask = absl::FunctionRef<absl::StatusOr<std::vector<envs::Action>>()>;

  // The action of this turn. Calls `ask` where a move begins, and returns its error. Internal in
  // the middle of a move whose beginning this object has not seen.
  absl::StatusOr<envs::Action> Next(const envs::Game& game, const Turn& turn, Ask ask) {
    std::vector<envs::Action>& rest = rest_[turn.game_index];
    if (game.MoveProgress(turn.view) == 0) {
      // What is left belongs to a game of another match, which ended in the middle of a move.
      rest.clear();
      KVINTET_ASSIGN_OR_RETURN(const std::vector<envs::Action> move, ask());
      rest.assign(move.rbegin(), move.rend());
    }
    if (rest.empty()) {
      return absl::InternalError("asked for a move in the middle of one");
    }
    const envs::Action action = rest.back();
    rest.pop_back();
    return action;
  }

 private:
  // By game index: the remaining actions of a move, the last one first.
  std::map<int, std::vector<envs::Action>> rest_;
};

}  // namespace kvintet::arena
