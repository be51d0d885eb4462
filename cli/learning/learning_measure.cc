// LearningMeasure: see the header.
#include "cli/learning/learning_measure.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/agents/agent_spec.h"
#include "base/files/file.h"
#include "base/status_macros.h"
#include "cli/judging/agents.h"
#include "cli/learning/equilibrium.h"
#include "selfplay/solved_moves.h"
#include "training/learning/averaged_model.h"
#include "training/network/files/model_file.h"
#include "training/run/published_models.h"

namespace kvintet::cli {
namespace {

using selfplay::solvers::Payoff;

constexpr int64_t kMaxPositions = 20000000;

// The small games; all others are judged by Elo.
struct SmallGame {
  std::string_view name;
  LearningKind kind;
  Payoff payoff = Payoff::kReturn;
  int least_plies = 0;
  int most_plies = 0;
  int positions = 0;
  const char* unit = "returns";
};
constexpr std::array<SmallGame, 6> kSmallGames = {{
    {"connect_four", LearningKind::kMoves, Payoff::kReturn, 10, 30, 1000},
    {"tic_tac_toe", LearningKind::kMoves, Payoff::kReturn, 3, 7, 100},
    {"kuhn", LearningKind::kNashConv, Payoff::kMargin, 0, 0, 0, "chips"},
    {"leduc", LearningKind::kNashConv, Payoff::kMargin, 0, 0, 0, "chips"},
    {"goofspiel", LearningKind::kNashConv},
    {"mini_kontranto", LearningKind::kNashConv, Payoff::kLead, 0, 0, 0, "points"},
}};

// Reads the set of positions from the file, or draws a new one and saves it there.
absl::StatusOr<std::vector<arena::SolvedPosition>> PositionsAt(
    const std::string& path, const envs::Game& game, const arena::PositionRecipe& recipe) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!absl::IsNotFound(text.status())) {
    KVINTET_RETURN_IF_ERROR(text.status());
    return arena::ParsePositions(game, recipe, *text, path);
  }
  KVINTET_ASSIGN_OR_RETURN(const selfplay::MoveSolver solve,
                           selfplay::MakeMoveSolver(game, kMaxPositions));
  KVINTET_ASSIGN_OR_RETURN(std::vector<arena::SolvedPosition> positions,
                           arena::DrawPositions(game, recipe, solve));
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(path, arena::PositionsText(game, recipe, positions)));
  return positions;
}

}  // namespace

LearningDefaults LearningDefaultsOf(const envs::Game& game) {
  const auto* const small = std::ranges::find(kSmallGames, game.Spec().name, &SmallGame::name);
  if (small == kSmallGames.end()) {
    return {};
  }
  return {.kind = small->kind,
          .payoff = small->payoff,
          .recipe = {.positions = small->positions,
                     .least_plies = small->least_plies,
                     .most_plies = small->most_plies},
          .unit = small->unit};
}

absl::StatusOr<LearningMeasure> LearningMeasure::Make(const envs::Game& game,
                                                      const Options& options) {
  LearningMeasure measure(game, options);
  if (options.defaults.kind == LearningKind::kMoves) {
    KVINTET_ASSIGN_OR_RETURN(const std::vector<arena::SolvedPosition> positions,
                             PositionsAt(options.positions_path, game, options.defaults.recipe));
    KVINTET_ASSIGN_OR_RETURN(measure.exam_, arena::SampledExam::Make(game, positions));
  }
  return measure;
}

absl::StatusOr<Measured> LearningMeasure::Of(const LearningPoint& point) const {
  return exam_ ? Moves(absl::StrCat(point.run, "/models/", point.model)) : NashConvs(point);
}

absl::StatusOr<Measured> LearningMeasure::Moves(const std::string& model) const {
  Measured measured;
  for (const int simulations : {0, options_.simulations}) {
    const std::string spec =
        absl::StrCat("model:", model, ",precision=fp32,simulations=", simulations);
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> agent,
                             arena::MakeAgent(*game_, spec, AllAgentOptions()));
    KVINTET_ASSIGN_OR_RETURN(const arena::MoveMarks marks, exam_->Mark(agent.get()));
    const std::string end = simulations == 0 ? "" : "_search";
    const auto all = static_cast<double>(marks.questions);
    measured.emplace_back("good" + end, 100 * static_cast<double>(marks.good) / all);
    measured.emplace_back("perfect" + end, 100 * static_cast<double>(marks.perfect) / all);
  }
  return measured;
}

absl::StatusOr<Measured> LearningMeasure::NashConvs(const LearningPoint& point) const {
  const EquilibriumQuestion question = {.payoff = options_.defaults.payoff};
  KVINTET_ASSIGN_OR_RETURN(
      const network::NamedModel model,
      network::LoadModel(absl::StrCat(point.run, "/models/", point.model), point.model));
  KVINTET_ASSIGN_OR_RETURN(const Json newest, JudgeModels(*game_, {&model, 1}, question));
  KVINTET_ASSIGN_OR_RETURN(const double nash_conv, JsonMember<double>(newest, "nash_conv"));
  Measured measured = {{"exploitability", nash_conv / 2}};
  if (options_.average > 1) {
    KVINTET_ASSIGN_OR_RETURN(const network::NamedModel mean,
                             training::AveragedModel(point.run, options_.average, point.steps));
    KVINTET_ASSIGN_OR_RETURN(const Json judged, JudgeModels(*game_, {&mean, 1}, question));
    KVINTET_ASSIGN_OR_RETURN(const double of_mean, JsonMember<double>(judged, "nash_conv"));
    measured.emplace_back("exploitability_mean", of_mean / 2);
  }
  return measured;
}

std::vector<MeasureText> LearningMeasure::Texts() const {
  if (options_.defaults.kind == LearningKind::kMoves) {
    const std::string search = absl::StrCat(", ", options_.simulations, " simulations");
    return {{"good", "good moves, network alone, %"},
            {"perfect", "perfect moves, network alone, %"},
            {"good_search", absl::StrCat("good moves", search, ", %")},
            {"perfect_search", absl::StrCat("perfect moves", search, ", %")}};
  }
  if (options_.defaults.kind == LearningKind::kElo) {
    return {{"elo", absl::StrCat("Elo over `random`, ", options_.simulations, " simulations"), 0}};
  }
  std::vector<MeasureText> texts = {
      {"exploitability", "exploitability (NashConv / 2), " + options_.defaults.unit, 4}};
  if (options_.average > 1) {
    texts.push_back(
        {"exploitability_mean", absl::StrCat("of the mean of the newest ", options_.average), 4});
  }
  return texts;
}

std::string LearningMeasure::Remark() const {
  const arena::PositionRecipe& recipe = options_.defaults.recipe;
  if (options_.defaults.kind == LearningKind::kElo) {
    return "By a ladder of each seed's models against `random`, `greedy` and `mcts:100`, as far as "
           "the game allows.";
  }
  if (options_.defaults.kind == LearningKind::kNashConv) {
    return absl::StrCat("Exact: half the gain of best responses against the policy, in ",
                        options_.defaults.unit, ".");
  }
  const arena::Interval at_97 = arena::ShareOf(recipe.positions * 97 / 100, recipe.positions);
  return absl::StrFormat(
      "%d positions of uniformly random play of %d to %d plies (seed %d), without a win at once, "
      "in which not every move keeps the exact result. A good move keeps it; a perfect move also "
      "keeps its distance. With this number of positions, 97 %% would have the interval [%.1f, "
      "%.1f].",
      recipe.positions, recipe.least_plies, recipe.most_plies, recipe.seed, 100 * at_97.low,
      100 * at_97.high);
}

}  // namespace kvintet::cli
