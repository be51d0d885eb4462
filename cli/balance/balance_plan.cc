// BalancePlan: see the header.
#include "cli/balance/balance_plan.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/agents/agent_spec.h"
#include "arena/statistics/verdict.h"
#include "base/hash.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/models/model_for_game.h"
#include "cli/words/rule_words.h"
#include "envs/registry.h"
#include "envs/rule_options.h"
#include "selfplay/equilibrium/joint_stage.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "training/network/files/model_file.h"

namespace kvintet::cli {
namespace {

using arena::StudyLevel;

constexpr double kPercent = 100;
constexpr double kMargin = 2;
constexpr double kQuickMargin = 5;
// Probability with which a fair game is to be recognised as fair.
constexpr double kPower = 0.8;
// Random opening actions for deterministic players: this many, but at most an eighth of the longest
// game.
constexpr int kOpening = 4;
constexpr int kOpeningShare = 8;
// Games before any answer, since rates and trends of fewer games mean little.
constexpr int64_t kMinGames = 200;
// Simulations per move with which each model plays.
constexpr int kSimulations[] = {16, 64};
constexpr int kQuickSimulations[] = {16};
// Whether a search with random rollouts can play the game without using information that is hidden
// from its seat.
bool CanSearch(const envs::Game& game) {
  return (!game.Spec().secrets && !game.Spec().simultaneous) ||
         selfplay::CanSearchEquilibrium(game);
}

std::vector<std::string> DefaultStrengths(const envs::Game& game, bool quick) {
  std::vector<std::string> specs = {"random"};
  if (game.baseline()) {
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

// Whether a player is deterministic and would play the same game every time.
bool RepeatsItself(const StudyLevel& level) {
  return absl::StartsWith(level.specs[0], "mcts:") || absl::StartsWith(level.specs[0], "model:");
}

// For each variant, the path and name of each model that was trained for exactly its options.
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
          "--models: every game needs the same number of models, found ", models[0].size(), " for ",
          games[0], " and ", models[variant].size(), " for ", games[variant]));
    }
  }
  return models;
}

void AddModelLevels(const ModelsOfGames& models, const std::vector<int>& simulations,
                    std::vector<StudyLevel>* levels) {
  for (const int count : simulations) {
    for (size_t i = 0; i < models[0].size(); ++i) {
      StudyLevel level;
      for (size_t variant = 0; variant < models.size(); ++variant) {
        const auto& [path, name] = models[variant][i];
        level.specs.push_back(
            absl::StrCat("model:", path, ",simulations=", count, ",precision=fp32"));
        absl::StrAppend(&level.name, variant == 0 ? "model " : " / ", name);
      }
      absl::StrAppend(&level.name, ", simulations=", count);
      levels->push_back(std::move(level));
    }
  }
}

std::vector<int> SimulationsOf(const BalanceArguments& arguments) {
  if (!arguments.model_simulations.empty()) {
    return arguments.model_simulations;
  }
  const std::span<const int> chosen =
      arguments.quick ? std::span<const int>(kQuickSimulations) : kSimulations;
  return {chosen.begin(), chosen.end()};
}

// The shipped models, if each game has one that can play it. Sets plan->shipped to their paths, or
// to the reason why none plays.
absl::StatusOr<ModelsOfGames> ShippedModels(const BalanceArguments& arguments, BalancePlan* plan) {
  const bool named = !arguments.strengths.empty() || !arguments.models.empty() ||
                     arguments.training.Wanted() || arguments.model_folder == kNoModels;
  if (named) {
    return ModelsOfGames(plan->games.size());
  }
  const std::string folder = ShippedModelFolder(arguments.model_folder);
  ModelsOfGames models;
  for (const std::unique_ptr<envs::Game>& game : plan->games) {
    KVINTET_ASSIGN_OR_RETURN(const std::optional<ShippedModel> model, ModelFor(*game, folder));
    absl::Status fit =
        model ? absl::OkStatus() : absl::NotFoundError("no model was trained for it");
    if (model) {
      fit = arena::MakeAgent(*game, absl::StrCat("model:", model->path)).status();
    }
    if (!fit.ok()) {
      plan->shipped =
          absl::StrCat("no trained model plays ", ShortText(*game), ": ", fit.message());
      return ModelsOfGames(plan->games.size());
    }
    models.push_back({{model->path, model->name.substr(0, 12)}});
    absl::StrAppend(&plan->shipped, plan->shipped.empty() ? "trained model: " : ", ", model->path);
  }
  return models;
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

absl::Status MakeLevels(const BalanceArguments& arguments, BalancePlan* plan) {
  std::vector<std::string> specs = arguments.strengths;
  if (specs.empty()) {
    specs = DefaultStrengths(*plan->games[0], arguments.quick);
  }
  for (const std::string& spec : specs) {
    KVINTET_RETURN_IF_ERROR(CheckStrength(spec));
    if (std::ranges::count(specs, spec) > 1) {
      return absl::InvalidArgumentError(absl::StrCat("--strength: ", spec, " is named twice"));
    }
    plan->settings.levels.push_back(
        {.name = spec, .specs = std::vector<std::string>(plan->games.size(), spec)});
  }
  KVINTET_ASSIGN_OR_RETURN(const ModelsOfGames models,
                           SortModels(plan->settings.games, arguments.models));
  AddModelLevels(models, SimulationsOf(arguments), &plan->settings.levels);
  KVINTET_ASSIGN_OR_RETURN(const ModelsOfGames shipped, ShippedModels(arguments, plan));
  AddModelLevels(shipped, SimulationsOf(arguments), &plan->settings.levels);
  const arena::StudyMakers makers = MakersOf(plan->settings);
  for (const StudyLevel& level : plan->settings.levels) {
    for (size_t variant = 0; variant < plan->games.size(); ++variant) {
      KVINTET_RETURN_IF_ERROR(
          makers.player(*plan->games[variant], level.specs[variant], 0).status());
    }
  }
  return absl::OkStatus();
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
  settings.margin = arguments.margin.value_or(arguments.quick ? kQuickMargin : kMargin) / kPercent;
  settings.confidence = arguments.confidence;
  settings.seed = arguments.seed;
  settings.training = TrainingText(arguments.training);
  settings.min_games = arguments.min_games.value_or(kMinGames);
  settings.max_games = arguments.max_games.value_or(1);
  settings.opening_plies = arguments.opening_plies.value_or(0);
  settings.judged_games = arguments.judged_games.value_or(arguments.quick ? 30 : 100);
  settings.duel_pairs = arguments.duel_pairs.value_or(arguments.quick ? 10 : 50);
  KVINTET_RETURN_IF_ERROR(MakeGames(arguments, &plan));
  KVINTET_RETURN_IF_ERROR(MakeLevels(arguments, &plan));
  if (!arguments.opening_plies && std::ranges::any_of(settings.levels, RepeatsItself)) {
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

std::string StudyFolder(const arena::StudySettings& settings) {
  const std::string text = ToJsonLine(arena::ToJson(settings));
  const uint64_t hash = HashBytes(std::as_bytes(std::span(text))).low;
  const std::string game = envs::GameNameOf(settings.games[0]);
  return absl::StrFormat("studies/%s-%08x", game, static_cast<uint32_t>(hash));
}

}  // namespace kvintet::cli
