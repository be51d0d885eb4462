// ablation: what settings of self-play and learning are worth on a small game that is solved.
//
// ablation CONFIG EVALUATIONS SEEDS NAME=SETTINGS...: for each of the settings (pieces of text
// form, parted by ';'), merged over the configuration, and each seed a run is trained until it has
// made so many evaluations (those that a cache spared cost none). Then the network alone chooses in
// every position that play can reach, and the choices that keep the position's exact value are
// counted. Settings are compared with the first of them, seed by seed; intervals are of 95 %.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

#include "arena/agent_spec.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "proto/load_config.h"
#include "selfplay/exact_value.h"
#include "training/loop.h"

namespace {

using kvintet::envs::Action;
using kvintet::envs::Game;

constexpr int64_t kMaxPositions = 1'000'000;

// A position in which some choices are better than others.
struct Question {
  kvintet::envs::ViewBuffer view;
  std::vector<Action> legal;
  // By legal action.
  std::vector<bool> right;
};

// All positions that any play reaches.
class Examination {
 public:
  static absl::StatusOr<Examination> Make(const Game& game) {
    KVINTET_ASSIGN_OR_RETURN(auto solver,
                             kvintet::selfplay::ExactSolver::Make(game, kMaxPositions));
    Examination examination(game);
    KVINTET_RETURN_IF_ERROR(
        examination.Collect(kvintet::envs::InitialPosition(game).Span(), &solver));
    return examination;
  }

  size_t NumQuestions() const { return questions_.size(); }

  // Part of the questions that the likeliest action answers rightly.
  absl::StatusOr<double> Grade(kvintet::selfplay::Evaluator* evaluator) const {
    int right = 0;
    for (const Question& question : questions_) {
      std::vector<float> logits(question.legal.size());
      const std::vector<int32_t> offsets = {0, static_cast<int32_t>(logits.size())};
      kvintet::selfplay::Wdl wdl;
      KVINTET_RETURN_IF_ERROR(
          evaluator->Evaluate({question.view.Span(), question.legal, offsets},
                              {.policy_logits = logits, .wdl = {&wdl, 1}, .heads = {}}));
      const auto best = std::ranges::max_element(logits) - logits.begin();
      right += question.right[static_cast<size_t>(best)] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(questions_.size());
  }

 private:
  explicit Examination(const Game& game) : game_(&game) {}

  absl::Status Collect(kvintet::envs::ConstPositions one, kvintet::selfplay::ExactSolver* solver) {
    const kvintet::envs::ActorSet actors = ActorsOf(*game_, one);
    if (actors.Empty() || !met_.insert(kvintet::HashBytes(one.Bytes())).second) {
      return absl::OkStatus();
    }
    KVINTET_ASSIGN_OR_RETURN(const auto value, solver->Value(one));
    Question question = {
        .view = ViewOf(*game_, one, SeatOf(actors.First())), .legal = {}, .right = {}};
    question.legal = LegalList(*game_, question.view.Span());
    for (const Action action : question.legal) {
      kvintet::envs::PositionBuffer next(1, game_->Spec().position_bytes);
      kvintet::envs::CopyRows<kvintet::envs::PositionTag>(one, next.Span());
      kvintet::envs::Trail trail(game_->Spec().trail_capacity);
      StepOne(*game_, next.Span(), &trail, actors.First(), action);
      KVINTET_RETURN_IF_ERROR(Collect(next.Span(), solver));
      KVINTET_ASSIGN_OR_RETURN(const auto after, solver->Value(next.Span()));
      question.right.push_back(after.value == value.value);
    }
    if (std::ranges::count(question.right, false) > 0) {
      questions_.push_back(std::move(question));
    }
    return absl::OkStatus();
  }

  const Game* game_;
  std::set<kvintet::Key128> met_;
  std::vector<Question> questions_;
};

// What one run came to.
struct RunFigures {
  double grade = 0;
  double games = 0;
  double rows = 0;
  double hit_share = 0;
};

absl::StatusOr<RunFigures> TrainOnce(const Game& game, const Examination& examination,
                                     const kvintet::Config& config, double evaluations) {
  const std::string directory = (std::filesystem::temp_directory_path() /
                                 absl::StrCat("ablation.", getpid(), ".", config.seed()))
                                    .string();
  std::filesystem::remove_all(directory);
  RunFigures figures;
  double asked = 0;
  double spent = 0;
  for (int64_t games = 0; spent < evaluations;) {
    games += config.self_play().games_per_round();
    KVINTET_ASSIGN_OR_RETURN(
        const kvintet::training::Progress progress,
        kvintet::training::Train(
            {.game = &game, .config = config, .directory = directory, .games = games}));
    const double round = static_cast<double>(progress.evaluations) - asked;
    asked += round;
    spent += round * (1 - progress.cache_hit_share);
    figures.games = static_cast<double>(progress.games);
    figures.rows = static_cast<double>(progress.rows);
  }
  figures.hit_share = 1 - spent / asked;
  KVINTET_ASSIGN_OR_RETURN(
      const kvintet::arena::Judge judge,
      kvintet::arena::MakeJudge(game, "model:" + directory + ",precision=fp32,device=CPU"));
  KVINTET_ASSIGN_OR_RETURN(figures.grade, examination.Grade(judge.evaluator.get()));
  std::filesystem::remove_all(directory);
  return figures;
}

// Runs that differ by their seeds.
struct Runs {
  std::string config;
  std::string settings;
  int seeds;
  double evaluations;
};

// Each on a thread of its own; what comes of a run does not depend on that.
absl::StatusOr<std::vector<RunFigures>> TrainAll(const Game& game, const Examination& examination,
                                                 const Runs& runs) {
  std::vector<absl::StatusOr<RunFigures>> results(static_cast<size_t>(runs.seeds));
  {
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < results.size(); ++i) {
      std::vector<std::string> more = {absl::StrCat("seed: ", i + 1, " self_play { threads: 1 }")};
      const std::vector<std::string> pieces =
          absl::StrSplit(runs.settings, ';', absl::SkipWhitespace());
      more.insert(more.end(), pieces.begin(), pieces.end());
      KVINTET_ASSIGN_OR_RETURN(const kvintet::Config config,
                               kvintet::LoadConfig(runs.config, more));
      threads.emplace_back(
          [&, config, i] { results[i] = TrainOnce(game, examination, config, runs.evaluations); });
    }
  }
  std::vector<RunFigures> figures;
  for (const absl::StatusOr<RunFigures>& result : results) {
    KVINTET_RETURN_IF_ERROR(result.status());
    figures.push_back(*result);
  }
  return figures;
}

// Mean and half of the 95 % interval, by Student's distribution.
std::pair<double, double> Interval(const std::vector<double>& values) {
  constexpr double kQuantiles[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26};
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) {
    mean += value / count;
  }
  double square = 0;
  for (const double value : values) {
    square += (value - mean) * (value - mean);
  }
  if (values.size() < 2) {
    return {mean, 0};
  }
  const double quantile =
      values.size() <= std::size(kQuantiles) + 1 ? kQuantiles[values.size() - 2] : 2;
  return {mean, quantile * std::sqrt(square / (count - 1) / count)};
}

// One line of the table.
void Print(const std::string& name, const std::vector<RunFigures>& runs,
           const std::vector<RunFigures>& reference) {
  std::vector<double> grades;
  std::vector<double> gains;
  RunFigures mean;
  for (size_t i = 0; i < runs.size(); ++i) {
    const auto count = static_cast<double>(runs.size());
    grades.push_back(100 * runs[i].grade);
    gains.push_back(100 * (runs[i].grade - reference[i].grade));
    mean.games += runs[i].games / count;
    mean.rows += runs[i].rows / count;
    mean.hit_share += runs[i].hit_share / count;
  }
  const auto [grade, grade_half] = Interval(grades);
  const auto [gain, gain_half] = Interval(gains);
  std::cout << absl::StrFormat("| %s | %.1f ± %.1f | %+.1f ± %.1f | %.0f | %.0f | %.0f %% |\n",
                               name, grade, grade_half, gain, gain_half, mean.games, mean.rows,
                               100 * mean.hit_share)
            << std::flush;
}

absl::Status Run(const std::vector<std::string>& arguments) {
  const std::string& path = arguments[0];
  const double evaluations = std::atof(arguments[1].c_str());
  const int seeds = std::atoi(arguments[2].c_str());
  KVINTET_ASSIGN_OR_RETURN(const kvintet::Config base, kvintet::LoadConfig(path, {}));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Game> game, kvintet::envs::MakeGame(base.game()));
  KVINTET_ASSIGN_OR_RETURN(const Examination examination, Examination::Make(*game));
  std::cout << absl::StrFormat(
                   "%d positions in which choices differ\n"
                   "| settings | right, %% | more than the first | games | rows | spared |\n"
                   "|---|---|---|---|---|---|\n",
                   examination.NumQuestions())
            << std::flush;
  std::vector<RunFigures> reference;
  for (size_t i = 3; i < arguments.size(); ++i) {
    const size_t equals = arguments[i].find('=');
    const std::string text = equals == std::string::npos ? "" : arguments[i].substr(equals + 1);
    KVINTET_ASSIGN_OR_RETURN(const std::vector<RunFigures> runs,
                             TrainAll(*game, examination, {path, text, seeds, evaluations}));
    reference = reference.empty() ? runs : reference;
    Print(arguments[i].substr(0, equals), runs, reference);
  }
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 4) {
    std::cerr << "usage: ablation CONFIG EVALUATIONS SEEDS NAME=SETTINGS...\n";
    return 1;
  }
  if (const absl::Status status = Run(arguments); !status.ok()) {
    std::cerr << status << "\n";
    return 1;
  }
  return 0;
}
