// SampledExam: asks agents about solved positions drawn by a published recipe.
//
// A good move keeps the exact result of the position. A perfect move also keeps its distance: it
// wins as soon or loses as late as possible. Scored as by P. Cnudde ("Scoring connect-x agents",
// 2020).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "arena/statistics/score.h"
#include "envs/game.h"
#include "selfplay/solved_moves.h"

namespace kvintet::arena {

// How positions are drawn. Position k has a number of plies drawn uniformly from [least_plies,
// most_plies]. Uniformly random play of that length is repeated until it reaches a position that
// was not drawn before, is not terminal, has no immediate win, and in which not every move keeps
// the result.
struct PositionRecipe {
  int positions = 1000;
  int least_plies = 6;
  int most_plies = 30;
  uint64_t seed = 1;
  bool operator==(const PositionRecipe&) const = default;
};

// A position in the game's text form, with all its moves.
struct SolvedPosition {
  std::string position = {};
  int plies = 0;
  std::vector<selfplay::SolvedMove> moves = {};
  bool operator==(const SolvedPosition&) const = default;
};

// The recipe's positions of a game without chance and simultaneous choices. InvalidArgument if too
// few games lead to such positions; errors of `solve`.
absl::StatusOr<std::vector<SolvedPosition>> DrawPositions(const envs::Game& game,
                                                          const PositionRecipe& recipe,
                                                          const selfplay::MoveSolver& solve);

// The text of a file of positions: one line with the recipe, then one line per position.
// ParsePositions returns DataLoss, naming `where`, for invalid text, and FailedPrecondition for
// another game or recipe.
std::string PositionsText(const envs::Game& game, const PositionRecipe& recipe,
                          const std::vector<SolvedPosition>& positions);
absl::StatusOr<std::vector<SolvedPosition>> ParsePositions(const envs::Game& game,
                                                           const PositionRecipe& recipe,
                                                           const std::string& text,
                                                           const std::string& where);

// An agent's result. The `by_chance` values are the expected shares of a uniformly random player,
// as means over the questions.
struct MoveMarks {
  int64_t questions = 0;
  int64_t good = 0;
  int64_t perfect = 0;
  double good_by_chance = 0;
  double perfect_by_chance = 0;
};

// `count` of `all` as a share with its 95 % Wilson interval. REQUIRES: all > 0.
Interval ShareOf(int64_t count, int64_t all);

class SampledExam {
 public:
  // Errors of the game for texts that are not positions of it. `game` must outlive the exam.
  static absl::StatusOr<SampledExam> Make(const envs::Game& game,
                                          const std::vector<SolvedPosition>& positions);

  // The agent answers all questions, in batches.
  absl::StatusOr<MoveMarks> Mark(Agent* agent) const;

 private:
  struct Question {
    envs::ViewBuffer view = {};
    std::vector<selfplay::SolvedMove> moves = {};
  };

  SampledExam() = default;

  std::vector<Question> questions_;
};

}  // namespace kvintet::arena
