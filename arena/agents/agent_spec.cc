// MakeAgent: see the header.
#include "arena/agents/agent_spec.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "arena/agents/best_response_agent.h"
#include "arena/agents/exec_agent.h"
#include "arena/agents/informed_agent.h"
#include "arena/agents/random_agent.h"
#include "arena/agents/search_agent.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "envs/rule_options.h"
#include "envs/text/variants.h"
#include "proto/config_check.h"
#include "proto/moved_setting.h"
#include "proto/search_algorithm.h"
#include "proto/textproto.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "selfplay/evaluators/symmetric_evaluator.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search/search.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"
#include "selfplay/settings/settings_of.h"
#include "training/network/network_config.h"
#include "training/network/network_evaluator.h"

namespace kvintet::arena {
namespace {

constexpr char kForms[] =
    "random, greedy, mcts:N, rollouts:N, belief:N[,greedy], model:PATH[,simulations=N], "
    "exec:COMMAND, grpc:HOST:PORT or, for judges, lbr:[SEEDS:]AGENT "
    "or informed:OPTION=VALUE:AGENT";
constexpr int kMaxSimulations = 1000000;
constexpr int kModelSimulations = 64;
// Small, because a baseline's policy is only a weak prior.
constexpr double kRolloutKl = 0.02;
// The variety of an agent that plays to win: no noise, no temperature.
constexpr double kToWin = 0;

absl::StatusOr<int> ParseSimulations(const std::string& text, int least, const std::string& spec) {
  int simulations = 0;
  if (!absl::SimpleAtoi(text, &simulations) || simulations < least ||
      simulations > kMaxSimulations) {
    return absl::InvalidArgumentError(absl::StrCat("agent '", spec, "': simulations must be ",
                                                   least, "..", kMaxSimulations, ", is '", text,
                                                   "'"));
  }
  return simulations;
}

absl::StatusOr<std::unique_ptr<Agent>> MakeMcts(const envs::Game& game, const std::string& count,
                                                const std::string& spec) {
  KVINTET_ASSIGN_OR_RETURN(const int simulations, ParseSimulations(count, 1, spec));
  // Keeps the strength of this baseline constant when the rules learn to know more returns.
  const selfplay::SearchSettings settings = {.simulations = simulations,
                                             .known_returns = false,
                                             .forced_wins = false,
                                             .defences = false,
                                             .algorithm = selfplay::PuctSettings()};
  return SearchAgent::Make(spec, selfplay::PlaySettings(settings, kToWin),
                           std::make_unique<selfplay::RolloutEvaluator>(game, 1, 0));
}

absl::StatusOr<std::unique_ptr<Agent>> MakeBelief(const envs::Game& game,
                                                  const std::string& arguments,
                                                  const std::string& spec) {
  const std::vector<std::string> parts = absl::StrSplit(arguments, ',');
  KVINTET_ASSIGN_OR_RETURN(const int simulations, ParseSimulations(parts[0], 1, spec));
  const bool greedy = parts.size() == 2 && parts[1] == "greedy";
  if (parts.size() > (greedy ? 2 : 1)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "agent '", spec, "': wanted nothing or 'greedy' after the number, found '", parts[1], "'"));
  }
  if (greedy && game.baseline() == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("agent '", spec, "': ", game.Spec().name, " has no one-move baseline"));
  }
  // The likely actions of a random or greedy player reveal little about hidden information.
  const selfplay::SearchSettings settings = {
      .simulations = simulations,
      .algorithm = selfplay::BeliefSettings{.kl_to_policy = kRolloutKl, .moves = 0}};
  const auto policy =
      greedy ? selfplay::RolloutPolicy::kBaseline : selfplay::RolloutPolicy::kRandom;
  return SearchAgent::Make(spec, selfplay::PlaySettings(settings, kToWin),
                           std::make_unique<selfplay::RolloutEvaluator>(game, 1, 0, policy));
}

absl::StatusOr<std::unique_ptr<Agent>> MakeRollouts(const envs::Game& game,
                                                    const std::string& count,
                                                    const std::string& spec, uint64_t seed) {
  KVINTET_ASSIGN_OR_RETURN(const int simulations, ParseSimulations(count, 1, spec));
  selfplay::SearchSettings settings = {.simulations = simulations};
  if (game.Spec().simultaneous) {
    // Random rollouts have no policy to stay near.
    settings.algorithm = selfplay::EquilibriumSettings{.kl_to_policy = 0, .explore_uniform = 0};
  }
  return SearchAgent::Make(spec, selfplay::PlaySettings(settings, kToWin),
                           std::make_unique<selfplay::RolloutEvaluator>(game, 1, seed));
}

// The options after `model:PATH`.
struct ModelOptions {
  std::string path = {};
  std::optional<int> simulations = {};
  std::optional<selfplay::Algorithm> search = {};
  // Other settings of the search: names and values.
  std::vector<std::pair<std::string, std::string>> settings = {};
  double variety = 0;
  // Variants with other rules than the trained one are accepted only on request.
  envs::VariantFit least_fit = envs::VariantFit::kSamePlay;
  bool all_symmetries = false;
  NetworkConfig network = {};
};

// Whether all algorithms have this setting, outside their own messages.
bool IsCommonSetting(const std::string& name) {
  const auto* const field = SearchConfig::descriptor()->FindFieldByName(name);
  return field != nullptr && field->message_type() == nullptr;
}

// The setting `name: value` in text format, at its place in a SearchConfig of this algorithm; none
// if the algorithm has no such setting. Names from before it belonged to the algorithm's message
// are accepted too.
std::optional<std::string> SettingText(const std::string& algorithm, const std::string& name,
                                       const std::string& value) {
  if (IsCommonSetting(name)) {
    return absl::StrCat(name, ": ", value);
  }
  const auto& settings = *SearchConfig::descriptor()->FindFieldByName(algorithm)->message_type();
  const auto* const own = FindMovedSetting(settings, name);
  if (own == nullptr) {
    return std::nullopt;
  }
  return absl::StrCat(algorithm, " { ", own->name(), ": ", value, " }");
}

// Whether an agent's text may set this for some algorithm.
bool IsSearchSetting(const std::string& name) {
  return IsCommonSetting(name) || !std::ranges::all_of(AlgorithmsWith(name), IsCustomRule);
}

absl::StatusOr<ModelOptions> ParseModelOptions(const std::string& arguments,
                                               const std::string& spec) {
  const std::vector<std::string> parts = absl::StrSplit(arguments, ',');
  ModelOptions options = {.path = parts[0]};
  for (size_t i = 1; i < parts.size(); ++i) {
    const std::pair<std::string, std::string> pair =
        absl::StrSplit(parts[i], absl::MaxSplits('=', 1));
    NetworkConfig::Precision precision = NetworkConfig::AUTO;
    if (pair.first == "simulations") {
      KVINTET_ASSIGN_OR_RETURN(options.simulations, ParseSimulations(pair.second, 0, spec));
    } else if (pair.first == "rollouts") {
      options.settings.emplace_back("trial_rollouts", pair.second);
    } else if (IsSearchSetting(pair.first)) {
      options.settings.push_back(pair);
    } else if (const auto search = selfplay::AlgorithmNamed(pair.second);
               pair.first == "search" && search.has_value() && !selfplay::IsCustomRule(*search)) {
      options.search = search;
    } else if (pair.first == "variety" && absl::SimpleAtod(pair.second, &options.variety) &&
               options.variety >= 0 && options.variety <= selfplay::kMaxVariety) {
      // The condition has stored the value.
    } else if (pair.first == "fit" && pair.second == "similar") {
      options.least_fit = envs::VariantFit::kSimilar;
    } else if (pair.first == "symmetries" && pair.second == "all") {
      options.all_symmetries = true;
    } else if (pair.first == "device") {
      options.network.set_device(pair.second);
    } else if (pair.first == "precision" &&
               NetworkConfig::Precision_Parse(absl::AsciiStrToUpper(pair.second), &precision)) {
      options.network.set_precision(precision);
    } else {
      return absl::InvalidArgumentError(absl::StrCat(
          "agent '", spec,
          "': after the path are allowed simulations=N, rollouts=0..1000, variety=0..10, "
          "search=puct (or gumbel, policy, equilibrium, belief), any setting of that search "
          "(proto/search_config.proto), precision=fp32|bf16|auto, device=CPU, "
          "symmetries=all or, for rules that it was not trained on, fit=similar; found '",
          parts[i], "'"));
    }
  }
  return options;
}

absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> LoadEvaluator(const envs::Game& game,
                                                                   const ModelOptions& options) {
  KVINTET_ASSIGN_OR_RETURN(const network::NamedModel model,
                           network::LoadModel(ModelFileOf(options.path)));
  KVINTET_RETURN_IF_ERROR(
      network::CheckModelFits(model.model.head, game, options.least_fit, options.path));
  KVINTET_ASSIGN_OR_RETURN(const network::FormatChoice format,
                           network::ChooseFormat(model.model, options.network));
  KVINTET_ASSIGN_OR_RETURN(network::PlayingNetwork playing,
                           network::MakePlayingNetwork(game, model, format.options));
  auto evaluator = std::make_unique<network::NetworkEvaluator>(game, std::move(playing));
  if (options.all_symmetries && game.Spec().num_symmetries > 1) {
    return std::make_unique<selfplay::SymmetricEvaluator>(std::move(evaluator));
  }
  return evaluator;
}

// For how many plies of a game a policy without search draws its moves, so that games differ; then
// it plays the likeliest. Self-play draws twice as long. Games with secrets or simultaneous moves
// need a mixed strategy throughout the game.
int DrawnPlies(const envs::Game& game) {
  constexpr int kPlies = 8;
  const bool mixes = game.Spec().simultaneous || game.Spec().secrets;
  return mixes ? std::numeric_limits<int32_t>::max() : kPlies;
}

// With hidden information the agent is the policy alone, unless a search is requested.
bool Searches(const ModelOptions& options, selfplay::Algorithm algorithm) {
  const bool requested = options.search.has_value() || options.simulations.has_value();
  return options.simulations != 0 && algorithm != selfplay::Algorithm::kPolicy &&
         (algorithm != selfplay::Algorithm::kBelief || requested);
}

// Without a search, settings of searches have no effect.
absl::Status ApplySettings(const ModelOptions& options, const std::string& where, bool searches,
                           selfplay::SearchSettings* settings) {
  const std::string algorithm = selfplay::AlgorithmName(*settings);
  SearchConfig given;
  for (const auto& [name, value] : options.settings) {
    const std::optional<std::string> text = SettingText(algorithm, name, value);
    if (text.has_value()) {
      KVINTET_RETURN_IF_ERROR(MergeTextProto(*text, where, given));
    } else if (searches) {
      return absl::InvalidArgumentError(
          absl::StrCat(where, ": search.", algorithm, " has no setting ", name));
    }
  }
  KVINTET_RETURN_IF_ERROR(ValidateRanges(given, where));
  selfplay::Merge(given, settings);
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Agent>> MakeModelAgent(const envs::Game& game,
                                                      const std::string& arguments,
                                                      const std::string& spec) {
  KVINTET_ASSIGN_OR_RETURN(const ModelOptions options, ParseModelOptions(arguments, spec));
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<selfplay::Evaluator> evaluator,
                           LoadEvaluator(game, options));
  selfplay::SearchSettings settings = {
      .simulations = std::max(1, options.simulations.value_or(kModelSimulations))};
  if (options.search.has_value()) {
    selfplay::SelectAlgorithm(*options.search, &settings);
  } else {
    settings = selfplay::SupportedSettings(game, settings);
  }
  const bool searches = Searches(options, AlgorithmOf(settings));
  if (!searches) {
    selfplay::Select<selfplay::PolicySettings>(&settings).temperature_plies = DrawnPlies(game);
  }
  KVINTET_RETURN_IF_ERROR(
      ApplySettings(options, absl::StrCat("agent '", spec, "'"), searches, &settings));
  if (!searches) {
    if (settings.threat_nodes > 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("agent '", spec, "': threat_nodes needs a search, found none"));
    }
    return SearchAgent::MakeWithoutSearch(spec, settings, std::move(evaluator));
  }
  return SearchAgent::Make(spec, selfplay::PlaySettings(settings, options.variety),
                           std::move(evaluator));
}

// Refuses agents that know more than their seat may, unless options.judges is set.
absl::Status CheckJudges(const std::string& spec, const AgentOptions& options) {
  return options.judges ? absl::OkStatus()
                        : absl::PermissionDeniedError(
                              absl::StrCat("agent '", spec,
                                           "' knows more than a player may: it is only for judging "
                                           "play with `kvintet arena`"));
}

absl::StatusOr<std::unique_ptr<Agent>> MakeInformed(const envs::Game& game,
                                                    const std::string& arguments,
                                                    const std::string& spec,
                                                    const AgentOptions& options) {
  KVINTET_RETURN_IF_ERROR(CheckJudges(spec, options));
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(arguments, absl::MaxSplits(':', 1));
  const std::pair<std::string, std::string> option =
      absl::StrSplit(parts.first, absl::MaxSplits('=', 1));
  KVINTET_ASSIGN_OR_RETURN(const std::string text,
                           envs::WithOption(game.Spec().text, option.first, option.second));
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<envs::Game> known, envs::MakeGame(text));
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Agent> agent, MakeAgent(*known, parts.second, options));
  if (agent->SeesAll()) {
    return absl::InvalidArgumentError(absl::StrCat("agent '", spec, "': wanted a player after '",
                                                   parts.first, ":', found one that sees all"));
  }
  return std::make_unique<InformedAgent>(spec, std::move(known), std::move(agent));
}

absl::StatusOr<std::unique_ptr<Agent>> MakeBestResponse(const envs::Game& game,
                                                        const std::string& arguments,
                                                        const std::string& spec,
                                                        const AgentOptions& options) {
  KVINTET_RETURN_IF_ERROR(CheckJudges(spec, options));
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(arguments, absl::MaxSplits(':', 1));
  const bool has_seeds =
      !parts.first.empty() && parts.first.find_first_not_of("0123456789") == std::string::npos;
  int seeds = 1;
  if (has_seeds && (!absl::SimpleAtoi(parts.first, &seeds) || seeds < 1 ||
                    seeds > BestResponseAgent::kMaxSeeds)) {
    return absl::InvalidArgumentError(absl::StrCat("agent '", spec, "': SEEDS must be 1..",
                                                   BestResponseAgent::kMaxSeeds, ", is '",
                                                   parts.first, "'"));
  }
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Agent> asked,
                           MakeAgent(game, has_seeds ? parts.second : arguments, options));
  return BestResponseAgent::Make(game, spec, seeds, std::move(asked));
}

}  // namespace

std::string ModelFileOf(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) ? path + "/latest.model" : path;
}

absl::StatusOr<std::unique_ptr<Agent>> MakeAgent(const envs::Game& game, const std::string& spec,
                                                 const AgentOptions& options) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(spec, absl::MaxSplits(':', 1));
  const auto& [kind, rest] = parts;
  if (spec == "random") {
    return std::make_unique<RandomAgent>(game);
  }
  if (spec == "greedy") {
    return GreedyAgent::Make(game);
  }
  if (kind == "mcts" && !rest.empty()) {
    return MakeMcts(game, rest, spec);
  }
  if (kind == "belief" && !rest.empty()) {
    return MakeBelief(game, rest, spec);
  }
  if (kind == "rollouts" && !rest.empty()) {
    return MakeRollouts(game, rest, spec, options.rollout_seed);
  }
  if (kind == "model" && !rest.empty()) {
    return MakeModelAgent(game, rest, spec);
  }
  if (kind == "exec" && !rest.empty()) {
    return std::make_unique<ExecAgent>(game, rest, options.move_time);
  }
  if (kind == "grpc" && !rest.empty() && options.connect) {
    return options.connect(game, rest);
  }
  if (kind == "informed" && !rest.empty()) {
    return MakeInformed(game, rest, spec, options);
  }
  if (kind == "lbr" && !rest.empty()) {
    return MakeBestResponse(game, rest, spec, options);
  }
  return absl::InvalidArgumentError(absl::StrCat("an agent is ", kForms, ", found '", spec, "'"));
}

absl::StatusOr<Judge> MakeJudge(const envs::Game& game, const std::string& spec) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(spec, absl::MaxSplits(':', 1));
  if (parts.first == "mcts" && !parts.second.empty()) {
    KVINTET_ASSIGN_OR_RETURN(const int simulations, ParseSimulations(parts.second, 1, spec));
    return Judge{.evaluator = std::make_unique<selfplay::RolloutEvaluator>(game, 1, 0),
                 .simulations = simulations};
  }
  if (parts.first == "model" && !parts.second.empty()) {
    KVINTET_ASSIGN_OR_RETURN(const ModelOptions options, ParseModelOptions(parts.second, spec));
    if (options.search.has_value() || options.variety != 0 || !options.settings.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", spec,
                       "': search=, variety= and settings of a search are only for agents in "
                       "matches; the search is fixed here"));
    }
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<selfplay::Evaluator> evaluator,
                             LoadEvaluator(game, options));
    return Judge{.evaluator = std::move(evaluator), .simulations = options.simulations};
  }
  return absl::InvalidArgumentError(
      absl::StrCat("wanted mcts:N or model:PATH[,simulations=N], found '", spec, "'"));
}

}  // namespace kvintet::arena
