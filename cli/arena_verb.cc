// kvintet arena: two agents over pairs of games, or each of several against each other.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/agent_spec.h"
#include "arena/cross_table.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "cli/agents.h"
#include "cli/arena_report.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "proto/load_config.h"

namespace kvintet::cli {
namespace {

struct ArenaArguments {
  std::string game;
  // Two, or more for a cross-table.
  std::vector<std::string> agents;
  std::optional<std::string> config;
  std::vector<std::string> sets;
  std::optional<int> pairs;
  std::optional<int> opening_random_plies;
  std::optional<int> parallel_games;
  std::optional<double> confidence;
  std::optional<uint64_t> seed;
  bool json = false;
  bool records = false;
};

// The configuration with what the flags say over it.
absl::StatusOr<Config> ResolveConfig(const ArenaArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(Config config, LoadConfig(arguments.config, arguments.sets));
  ArenaConfig* arena = config.mutable_arena();
  arena->set_pairs(arguments.pairs.value_or(arena->pairs()));
  arena->set_opening_random_plies(
      arguments.opening_random_plies.value_or(arena->opening_random_plies()));
  arena->set_parallel_games(arguments.parallel_games.value_or(arena->parallel_games()));
  arena->set_confidence(arguments.confidence.value_or(arena->confidence()));
  config.set_seed(arguments.seed.value_or(config.seed()));
  return config;
}

absl::StatusOr<arena::CrossTable> Play(const envs::Game& game, const ArenaArguments& arguments,
                                       const Config& config) {
  std::vector<std::unique_ptr<arena::Agent>> agents;
  std::vector<arena::Agent*> players;
  for (const std::string& spec : arguments.agents) {
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<arena::Agent> agent,
                             arena::MakeAgent(game, spec, AllAgentOptions()));
    players.push_back(agent.get());
    agents.push_back(std::move(agent));
  }
  const arena::MatchOptions options = {
      .pairs = config.arena().pairs(),
      .opening_random_plies = config.arena().opening_random_plies(),
      .parallel_games = config.arena().parallel_games(),
      .seed = config.seed(),
      .max_plies = config.arena().max_plies()};
  return arena::PlayCrossTable(game, players, options);
}

absl::Status Run(const ArenaArguments& arguments) {
  if (arguments.agents.size() < 2) {
    return absl::InvalidArgumentError("arena: wanted --a and --b, or --agents with two or more");
  }
  KVINTET_ASSIGN_OR_RETURN(const Config config, ResolveConfig(arguments));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const arena::CrossTable table, Play(*game, arguments, config));
  const double confidence = config.arena().confidence();
  const bool is_match = arguments.agents.size() == 2;
  if (arguments.json) {
    Json json = {{"game", game->Spec().text}, {"seed", config.seed()}, {"confidence", confidence}};
    json.update(is_match ? MatchJson(table, 0, 1, confidence, arguments.records)
                         : TableJson(table, confidence, arguments.records));
    std::printf("%s\n", ToJsonLine(json).c_str());
    return absl::OkStatus();
  }
  std::printf("%s", (is_match ? MatchText(arguments.game, table, confidence)
                              : TableText(arguments.game, table, confidence))
                        .c_str());
  return absl::OkStatus();
}

}  // namespace

void AddArenaVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand("arena", "agents over pairs of games");
  const auto arguments = std::make_shared<ArenaArguments>();
  verb->add_option("--game", arguments->game, "the game with its options")->required();
  const auto a = std::make_shared<std::string>();
  const auto b = std::make_shared<std::string>();
  CLI::Option* option_a = verb->add_option("--a", *a, "an agent, e.g. model:runs/quickstart");
  CLI::Option* option_b = verb->add_option("--b", *b, "its opponent, e.g. random")->needs(option_a);
  option_a->needs(option_b);
  verb->add_option("--agents", arguments->agents, "two or more, each against each: a cross-table")
      ->excludes(option_a)
      ->excludes(option_b);
  verb->add_option("--config", arguments->config,
                   "a configuration: arena, seed; it has what is not given here");
  verb->add_option("--set", arguments->sets, "more of it, e.g. 'arena { max_plies: 99 }'")
      ->take_all();
  verb->add_option("--pairs", arguments->pairs, "pairs of games, seats exchanged")
      ->check(CLI::Range(1, 10000000));
  verb->add_option("--seed", arguments->seed, "names the random numbers");
  verb->add_option("--opening-plies", arguments->opening_random_plies,
                   "random plies at the start of each pair")
      ->check(CLI::Range(0, 10000));
  verb->add_option("--parallel", arguments->parallel_games, "games in play at a time")
      ->check(CLI::Range(1, 65536));
  verb->add_option("--confidence", arguments->confidence, "of the interval")
      ->check(CLI::Range(0.5, 0.9999));
  verb->add_flag("--json", arguments->json, "print JSON");
  verb->add_flag("--records", arguments->records, "with --json: every game's record");
  verb->callback([=] {
    if (!option_a->empty() || !option_b->empty()) {
      arguments->agents = {*a, *b};
    }
    choice->run = [=] { return Run(*arguments); };
  });
}

}  // namespace kvintet::cli
