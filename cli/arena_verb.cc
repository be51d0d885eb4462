// kvintet arena: two agents over pairs of games.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/match.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "cli/agents.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "proto/load_config.h"

namespace kvintet::cli {
namespace {

struct ArenaArguments {
  std::string game;
  std::string a;
  std::string b;
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

void PrintText(const ArenaArguments& arguments, double confidence,
               const arena::MatchResult& result) {
  const arena::Interval interval = result.scores.Estimate(confidence);
  std::printf("%s against %s in %s\n", arguments.a.c_str(), arguments.b.c_str(),
              arguments.game.c_str());
  std::printf("score %.3f, %g %% interval [%.3f, %.3f], %zu games in pairs\n", interval.score,
              100 * confidence, interval.low, interval.high, result.games.size());
  std::printf("pairs by points 0 1/2 1 3/2 2:");
  for (const int64_t count : result.scores.pairs) {
    std::printf(" %lld", static_cast<long long>(count));
  }
  std::printf("\nends:");
  for (const auto& [reason, count] : result.Reasons()) {
    std::printf(" %s %d", reason.c_str(), count);
  }
  std::printf("\n");
}

Json ToJson(const ArenaArguments& arguments, const Config& config,
            const arena::MatchResult& result) {
  const arena::Interval interval = result.scores.Estimate(config.arena().confidence());
  Json json = {{"game", arguments.game},
               {"a", arguments.a},
               {"b", arguments.b},
               {"score", interval.score},
               {"low", interval.low},
               {"high", interval.high},
               {"games", result.games.size()},
               {"pairs", result.scores.pairs},
               {"seed", config.seed()},
               {"reasons", result.Reasons()}};
  if (arguments.records) {
    Json records = Json::array();
    for (const arena::MatchGame& game : result.games) {
      records.push_back({{"a_seat", game.a_seat},
                         {"a_return", game.a_return},
                         {"reason", game.reason},
                         {"record", game.record}});
    }
    json["records"] = records;
  }
  return json;
}

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

absl::Status Run(const ArenaArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const Config config, ResolveConfig(arguments));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> a,
                           arena::MakeAgent(*game, arguments.a, AllAgentOptions()));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> b,
                           arena::MakeAgent(*game, arguments.b, AllAgentOptions()));
  const arena::MatchOptions options = {
      .pairs = config.arena().pairs(),
      .opening_random_plies = config.arena().opening_random_plies(),
      .parallel_games = config.arena().parallel_games(),
      .seed = config.seed(),
      .max_plies = config.arena().max_plies()};
  KVINTET_ASSIGN_OR_RETURN(const arena::MatchResult result,
                           arena::PlayMatch(*game, a.get(), b.get(), options));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(arguments, config, result)).c_str());
  } else {
    PrintText(arguments, config.arena().confidence(), result);
  }
  return absl::OkStatus();
}

}  // namespace

void AddArenaVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand("arena", "two agents over pairs of games");
  const auto arguments = std::make_shared<ArenaArguments>();
  verb->add_option("--game", arguments->game, "the game with its options")->required();
  verb->add_option("--a", arguments->a, "an agent, e.g. model:runs/quickstart")->required();
  verb->add_option("--b", arguments->b, "its opponent, e.g. random")->required();
  verb->add_option("--config", arguments->config, "a configuration: arena, seed");
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
  verb->callback([=] { choice->run = [=] { return Run(*arguments); }; });
}

}  // namespace kvintet::cli
