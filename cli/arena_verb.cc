// kvintet arena: two agents over pairs of games.
#include <cstdio>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "arena/match.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "cli/agents.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "proto/config.pb.h"

namespace kvintet::cli {
namespace {

struct ArenaArguments {
  std::string game;
  std::string a;
  std::string b;
  arena::MatchOptions options;
  double confidence = ArenaConfig().confidence();
  bool json = false;
  bool records = false;
};

void PrintText(const ArenaArguments& arguments, const arena::MatchResult& result) {
  const arena::Interval interval = result.scores.Estimate(arguments.confidence);
  std::printf("%s against %s in %s\n", arguments.a.c_str(), arguments.b.c_str(),
              arguments.game.c_str());
  std::printf("score %.3f, %g %% interval [%.3f, %.3f], %zu games in pairs\n", interval.score,
              100 * arguments.confidence, interval.low, interval.high, result.games.size());
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

Json ToJson(const ArenaArguments& arguments, const arena::MatchResult& result) {
  const arena::Interval interval = result.scores.Estimate(arguments.confidence);
  Json json = {{"game", arguments.game},
               {"a", arguments.a},
               {"b", arguments.b},
               {"score", interval.score},
               {"low", interval.low},
               {"high", interval.high},
               {"games", result.games.size()},
               {"pairs", result.scores.pairs},
               {"seed", arguments.options.seed},
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

absl::Status Run(const ArenaArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> a,
                           arena::MakeAgent(*game, arguments.a, AllAgentOptions()));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> b,
                           arena::MakeAgent(*game, arguments.b, AllAgentOptions()));
  KVINTET_ASSIGN_OR_RETURN(const arena::MatchResult result,
                           arena::PlayMatch(*game, a.get(), b.get(), arguments.options));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(arguments, result)).c_str());
  } else {
    PrintText(arguments, result);
  }
  return absl::OkStatus();
}

}  // namespace

void AddArenaVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand("arena", "two agents over pairs of games");
  const auto arguments = std::make_shared<ArenaArguments>();
  const ArenaConfig defaults;
  arguments->options = {.pairs = defaults.pairs(),
                        .opening_random_plies = defaults.opening_random_plies(),
                        .parallel_games = defaults.parallel_games(),
                        .max_plies = defaults.max_plies()};
  verb->add_option("--game", arguments->game, "the game with its options")->required();
  verb->add_option("--a", arguments->a, "an agent, e.g. model:runs/quickstart")->required();
  verb->add_option("--b", arguments->b, "its opponent, e.g. random")->required();
  verb->add_option("--pairs", arguments->options.pairs, "pairs of games, seats exchanged")
      ->check(CLI::Range(1, 10000000));
  verb->add_option("--seed", arguments->options.seed, "names the random numbers");
  verb->add_option("--opening-plies", arguments->options.opening_random_plies,
                   "random plies at the start of each pair")
      ->check(CLI::Range(0, 10000));
  verb->add_option("--parallel", arguments->options.parallel_games, "games in play at a time")
      ->check(CLI::Range(1, 65536));
  verb->add_option("--confidence", arguments->confidence, "of the interval")
      ->check(CLI::Range(0.5, 0.9999));
  verb->add_flag("--json", arguments->json, "print JSON");
  verb->add_flag("--records", arguments->records, "with --json: every game's record");
  verb->callback([=] { choice->run = [=] { return Run(*arguments); }; });
}

}  // namespace kvintet::cli
