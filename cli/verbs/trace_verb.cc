// kvintet trace: prints random games in full as JSON lines (docs/notation.md).
#include <cstdio>
#include <memory>
#include <string>

#include "base/status_macros.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "envs/text/trace.h"

namespace kvintet::cli {
namespace {

struct TraceArguments {
  std::string game;
  int games = 1;
  uint64_t seed = 0;
  std::string agent = "random";
  bool no_legal = false;
};

absl::Status Run(const TraceArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  const envs::TraceOptions options = {.seed = arguments.seed, .legal = !arguments.no_legal};
  // Nobody reads on after a write that failed.
  for (int number = 0; number < arguments.games && std::ferror(stdout) == 0; ++number) {
    for (const std::string& line : envs::TraceGame(*game, static_cast<uint32_t>(number), options)) {
      std::printf("%s\n", line.c_str());
    }
  }
  return absl::OkStatus();
}

}  // namespace

void AddTraceVerb(Verb program) {
  const Verb verb = program.AddVerb("trace", "print random games as JSON lines");
  const auto arguments = std::make_shared<TraceArguments>();
  verb.Add("game", &arguments->game, "the game with its options").Required();
  verb.Add("--games", &arguments->games, "number of games").Range(1, 100000000);
  verb.Add("--seed", &arguments->seed, "random seed");
  verb.Add("--agent", &arguments->agent, "who plays").OneOf({"random"});
  verb.AddFlag("--no-legal", &arguments->no_legal, "omit the lists of legal moves");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
