// LearningMeasure: measures a run's models while it learns, in a way that depends on the game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/exams/sampled_exam.h"
#include "cli/learning/learning_point.h"
#include "envs/game.h"
#include "selfplay/solvers/payoff.h"

namespace kvintet::cli {

// How models are judged.
enum class LearningKind {
  // Good and perfect moves on solved positions, in percent.
  kMoves,
  // The exact gain of best responses.
  kNashConv,
  // Elo against fixed references.
  kElo
};

// How a game is judged unless the user chooses otherwise.
struct LearningDefaults {
  LearningKind kind = LearningKind::kElo;
  selfplay::solvers::Payoff payoff = selfplay::solvers::Payoff::kReturn;
  arena::PositionRecipe recipe = {};
  // The unit of the payoffs.
  std::string unit = {};
};
LearningDefaults LearningDefaultsOf(const envs::Game& game);

// How a measure is displayed.
struct MeasureText {
  std::string name = {};
  std::string title = {};
  int digits = 1;
};

// Measures the models of one game. Not for kElo, which rates all the models of a run by a ladder.
class LearningMeasure {
 public:
  // Settings besides the game.
  struct Options {
    LearningDefaults defaults = {};
    // Simulations of the search that is measured beside the network alone.
    int simulations = 32;
    // Also measures the mean of this many newest models; 1: no mean.
    int64_t average = 1;
    // The file in which solved positions are kept.
    std::string positions_path = {};
  };
  // Draws and solves positions, or reads them. `game` must outlive the measure.
  static absl::StatusOr<LearningMeasure> Make(const envs::Game& game, const Options& options);

  // Measures the model that a run had published at this point.
  absl::StatusOr<Measured> Of(const LearningPoint& point) const;
  std::vector<MeasureText> Texts() const;
  // A note for readers of the figures: the set of positions, or the payoff.
  std::string Remark() const;

 private:
  LearningMeasure(const envs::Game& game, const Options& options)
      : game_(&game), options_(options) {}
  absl::StatusOr<Measured> Moves(const std::string& model) const;
  absl::StatusOr<Measured> NashConvs(const LearningPoint& point) const;

  const envs::Game* game_;
  Options options_;
  std::optional<arena::SampledExam> exam_;
};

}  // namespace kvintet::cli
