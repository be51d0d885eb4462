// BalancePlan: see the header.
#include "cli/balance_plan.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/agent_spec.h"
#include "arena/balance/verdict.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "envs/rule_options.h"
#include "selfplay/equilibrium/joint_stage.h"
#include "selfplay/rollout_evaluator.h"
#include "training/network/model_file.h"

namespace kvintet::cli {
namespace {

using arena::Rung;
using std::chrono::steady_clock;

constexpr double kPoints = 100;
constexpr double kMargin = 2;
constexpr double kQuickMargin = 5;
// With which a fair game is to be called so.
constexpr double kPower = 0.8;
// Random actions before players without randomness of their own take over: so many, but at most an
// eighth of the longest game.
constexpr int kOpening = 4;
constexpr int kOpeningShare = 8;
// Games of each rung that are timed for the forecast.
constexpr int64_t kTimed = 2;
// Seconds after which no further game is timed.
constexpr double kLongEnough = 2;
// Where their indices begin: no study gets there.
constexpr int64_t kTimedFrom = int64_t{1} << 31;

// Whether a search with random rollouts may play it without knowing what its seat does not.
bool CanSearch(const envs::Game& game) {
  return (!game.Spec().secrets && !game.Spec().simultaneous) ||
         selfplay::CanSearchEquilibrium(game);
}

std::vector<std::string> DefaultStrengths(const envs::Game& game, bool quick) {
  std::vector<std::string> specs = {"random"};
  if (game.HasGreedy()) {
    specs.emplace_back("greedy");
  }
  if (CanSearch(game)) {
    specs.emplace_back("rollouts:8");
    specs.emplace_back("rollouts:32");
    if (!quick) {
      specs.emplace_back("rollouts:128");
    }
  }
  return specs;
}

absl::Status CheckStrength(const std::string& spec) {
  const bool repeats = spec == "random" || spec == "greedy" || absl::StartsWith(spec, "mcts:") ||
                       absl::StartsWith(spec, "rollouts:");
  return repeats ? absl::OkStatus()
                 : absl::InvalidArgumentError(absl::StrCat(
                       "--strength: wanted random, greedy, mcts:N or rollouts:N, found '", spec,
                       "' (models: --models)"));
}

// Whether a player would play the same game again and again.
bool RepeatsItself(const Rung& rung) {
  return absl::StartsWith(rung.specs[0], "mcts:") || absl::StartsWith(rung.specs[0], "model:");
}

// [variant] the models that were trained for exactly its options.
using ModelsOfGames = std::vector<std::vector<std::pair<std::string, std::string>>>;

absl::StatusOr<ModelsOfGames> SortModels(const std::vector<std::string>& games,
                                         const std::vector<std::string>& paths) {
  ModelsOfGames models(games.size());
  for (const std::string& path : paths) {
    KVINTET_ASSIGN_OR_RETURN(const network::NamedModel model,
                             network::LoadModel(arena::ModelFileOf(path)));
    const auto found = std::ranges::find(games, model.model.head.game);
    if (found == games.end()) {
      return absl::FailedPreconditionError(
          absl::StrCat("--models: ", path, " was trained for ", model.model.head.game,
                       ", which is none of the games of this study: ", games[0],
                       games.size() > 1 ? ", ..." : ""));
    }
    models[static_cast<size_t>(found - games.begin())].emplace_back(path, model.name.substr(0, 12));
  }
  for (size_t variant = 1; variant < games.size(); ++variant) {
    if (models[variant].size() != models[0].size()) {
      return absl::FailedPreconditionError(absl::StrCat(
          "--models: comparisons never mix budgets: ", models[0].size(), " model(s) for ", games[0],
          ", but ", models[variant].size(), " for ", games[variant]));
    }
  }
  return models;
}

void AddModelRungs(const ModelsOfGames& models, const std::vector<int>& simulations,
                   std::vector<Rung>* rungs) {
  for (const int count : simulations) {
    for (size_t i = 0; i < models[0].size(); ++i) {
      Rung rung;
      for (size_t variant = 0; variant < models.size(); ++variant) {
        const auto& [path, name] = models[variant][i];
        rung.specs.push_back(
            absl::StrCat("model:", path, ",simulations=", count, ",precision=fp32"));
        absl::StrAppend(&rung.name, variant == 0 ? "model " : " / ", name);
      }
      absl::StrAppend(&rung.name, ", simulations=", count);
      rungs->push_back(std::move(rung));
    }
  }
}

absl::Status MakeGames(const BalanceArguments& arguments, BalancePlan* plan) {
  std::vector<std::string> texts = {arguments.game};
  texts.insert(texts.end(), arguments.against.begin(), arguments.against.end());
  for (const std::string& text : texts) {
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<envs::Game> game, envs::MakeGame(text));
    if (!plan->games.empty() && game->Spec().name != plan->games[0]->Spec().name) {
      return absl::InvalidArgumentError(
          absl::StrCat("--against: wanted ", plan->games[0]->Spec().name,
                       " with other options, found ", game->Spec().name));
    }
    if (std::ranges::count(plan->settings.games, game->Spec().text) > 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("--against: ", game->Spec().text, " is in the study already"));
    }
    plan->settings.games.push_back(game->Spec().text);
    plan->games.push_back(std::move(game));
  }
  return absl::OkStatus();
}

absl::Status MakeRungs(const BalanceArguments& arguments, BalancePlan* plan) {
  std::vector<std::string> specs = arguments.strengths;
  if (specs.empty()) {
    specs = DefaultStrengths(*plan->games[0], arguments.quick);
  }
  for (const std::string& spec : specs) {
    KVINTET_RETURN_IF_ERROR(CheckStrength(spec));
    if (std::ranges::count(specs, spec) > 1) {
      return absl::InvalidArgumentError(absl::StrCat("--strength: ", spec, " is named twice"));
    }
    plan->settings.rungs.push_back(
        {.name = spec, .specs = std::vector<std::string>(plan->games.size(), spec)});
  }
  KVINTET_ASSIGN_OR_RETURN(const ModelsOfGames models,
                           SortModels(plan->settings.games, arguments.models));
  AddModelRungs(models, arguments.model_simulations, &plan->settings.rungs);
  const arena::StudyMakers makers = MakersOf(plan->settings);
  for (const Rung& rung : plan->settings.rungs) {
    for (size_t variant = 0; variant < plan->games.size(); ++variant) {
      KVINTET_RETURN_IF_ERROR(
          makers.player(*plan->games[variant], rung.specs[variant], 0).status());
    }
  }
  return absl::OkStatus();
}

// Seconds for a game and, apart, for judging one; the mean of a few.
struct Seconds {
  double game = 0;
  double judging = 0;
};

absl::StatusOr<Seconds> TimeGames(const BalancePlan& plan, const arena::StudyPlace& place) {
  const arena::StudyMakers makers = MakersOf(plan.settings);
  const envs::Game& game = *plan.games[place.variant];
  Seconds seconds;
  int64_t timed = 0;
  for (; timed < kTimed && seconds.game < kLongEnough; ++timed) {
    const arena::StudyDeal deal = {.seed = plan.settings.seed,
                                   .index = kTimedFrom + timed,
                                   .opening_plies = plan.settings.opening_plies};
    const steady_clock::time_point begun = steady_clock::now();
    KVINTET_ASSIGN_OR_RETURN(
        const std::unique_ptr<arena::Agent> agent,
        makers.player(game, plan.settings.rungs[place.rung].specs[place.variant],
                      arena::SeedOf(deal)));
    KVINTET_ASSIGN_OR_RETURN(const std::vector<arena::StudyGame> played,
                             arena::PlayDeals(game, agent.get(), std::span(&deal, 1)));
    const steady_clock::time_point ended = steady_clock::now();
    seconds.game += std::chrono::duration<double>(ended - begun).count();
    if (timed == 0 && plan.settings.judged_games > 0) {
      KVINTET_ASSIGN_OR_RETURN(const arena::ValueOf value, makers.judge(game, 0));
      KVINTET_RETURN_IF_ERROR(arena::JudgeCourse(game, played[0].record, value).status());
      seconds.judging = std::chrono::duration<double>(steady_clock::now() - ended).count();
    }
  }
  seconds.game /= static_cast<double>(timed);
  return seconds;
}

}  // namespace

std::vector<const envs::Game*> BalancePlan::Games() const {
  std::vector<const envs::Game*> all;
  for (const std::unique_ptr<envs::Game>& game : games) {
    all.push_back(game.get());
  }
  return all;
}

absl::StatusOr<BalancePlan> MakeBalancePlan(const BalanceArguments& arguments) {
  BalancePlan plan;
  arena::StudySettings& settings = plan.settings;
  settings.margin = arguments.margin.value_or(arguments.quick ? kQuickMargin : kMargin) / kPoints;
  settings.confidence = arguments.confidence;
  settings.seed = arguments.seed;
  settings.training = TrainingText(arguments.training);
  settings.max_games = arguments.max_games.value_or(1);
  settings.opening_plies = arguments.opening_plies.value_or(0);
  settings.judged_games = arguments.judged_games.value_or(arguments.quick ? 30 : 100);
  settings.duel_pairs = arguments.duel_pairs.value_or(arguments.quick ? 10 : 50);
  KVINTET_RETURN_IF_ERROR(MakeGames(arguments, &plan));
  KVINTET_RETURN_IF_ERROR(MakeRungs(arguments, &plan));
  if (!arguments.opening_plies && std::ranges::any_of(settings.rungs, RepeatsItself)) {
    settings.opening_plies =
        std::min(kOpening, plan.games[0]->Spec().max_game_length / kOpeningShare);
  }
  KVINTET_RETURN_IF_ERROR(arena::CheckSettings(settings));
  if (!arguments.max_games) {
    settings.max_games = arena::GamesForVerdict(settings.margin, settings.confidence, kPower);
  }
  return plan;
}

arena::StudyMakers MakersOf(const arena::StudySettings& settings) {
  return {
      .player = [](const envs::Game& game, const std::string& spec,
                   uint64_t seed) { return arena::MakeAgent(game, spec, {.rollout_seed = seed}); },
      .judge = [playouts = settings.playouts](const envs::Game& game,
                                              uint64_t seed) -> absl::StatusOr<arena::ValueOf> {
        const auto evaluator = std::make_shared<selfplay::RolloutEvaluator>(game, playouts, seed);
        return [evaluator, value = arena::ValueFrom(evaluator.get())](envs::ConstPositions one) {
          return value(one);
        };
      }};
}

absl::StatusOr<std::string> ForecastText(const BalancePlan& plan, int threads,
                                         const std::stop_token& stop) {
  const arena::StudySettings& settings = plan.settings;
  double total = 0;
  for (size_t rung = 0; rung < settings.rungs.size(); ++rung) {
    for (size_t variant = 0; variant < settings.games.size(); ++variant) {
      if (stop.stop_requested()) {
        return std::string("plan: stopped before its games were timed\n");
      }
      KVINTET_ASSIGN_OR_RETURN(const Seconds seconds,
                               TimeGames(plan, {.variant = variant, .rung = rung}));
      total += seconds.game * static_cast<double>(settings.max_games) +
               seconds.judging * settings.judged_games;
    }
  }
  return absl::StrFormat(
      "plan: %d strength(s) of %d game(s), up to %d games each for +-%g points at %g %% "
      "(%d if the game is exactly even); at most %.1f minutes on %d thread(s)\n",
      settings.rungs.size(), settings.games.size(), settings.max_games, kPoints * settings.margin,
      100 * settings.confidence,
      std::min(settings.max_games,
               arena::GamesForVerdict(settings.margin, settings.confidence, 1e-9)),
      total / threads / 60, threads);
}

std::string StudyFolder(const arena::StudySettings& settings) {
  const std::string text = ToJsonLine(arena::ToJson(settings));
  const uint64_t hash = HashBytes(std::as_bytes(std::span(text))).low;
  const std::string game = envs::GameNameOf(settings.games[0]);
  return absl::StrFormat("studies/%s-%08x", game, static_cast<uint32_t>(hash));
}

}  // namespace kvintet::cli
