// LearningMeasure: what is measured of models while a run learns, by kind of game.
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
  // What best answers gain, exactly.
  kNashConv,
  // Elo against fixed references.
  kElo
};

// What a game is judged by unless the user says otherwise.
struct LearningDefaults {
  LearningKind kind = LearningKind::kElo;
  selfplay::solvers::Payoff payoff = selfplay::solvers::Payoff::kReturn;
  arena::PositionRecipe recipe = {};
  // Of the payoffs.
  std::string unit = {};
};
LearningDefaults LearningDefaultsOf(const envs::Game& game);

// How a measure is shown.
struct MeasureText {
  std::string name = {};
  std::string title = {};
  int digits = 1;
};

// One game's judge. Not for kElo, which is by a ladder of all the models of a run.
class LearningMeasure {
 public:
  // What is asked besides the game.
  struct Options {
    LearningDefaults defaults = {};
    // Of the search that is judged beside the network alone.
    int simulations = 32;
    // The mean of so many newest models is judged beside the model; 1: no mean.
    int64_t average = 1;
    // Where solved positions are kept.
    std::string positions_path = {};
  };
  // Draws and solves positions, or reads them. `game` must outlive the measure.
  static absl::StatusOr<LearningMeasure> Make(const envs::Game& game, const Options& options);

  // Of the model that the run at `path` had published at this point.
  absl::StatusOr<Measured> Of(const std::string& path, const LearningPoint& point) const;
  std::vector<MeasureText> Texts() const;
  // What a reader must know of the figures: the set of positions, or the payoff.
  std::string Remark() const;

 private:
  LearningMeasure(const envs::Game& game, const Options& options)
      : game_(&game), options_(options) {}
  absl::StatusOr<Measured> Moves(const std::string& model) const;
  absl::StatusOr<Measured> NashConvs(const std::string& run, const LearningPoint& point) const;

  const envs::Game* game_;
  Options options_;
  std::optional<arena::SampledExam> exam_;
};

}  // namespace kvintet::cli
