// kvintet trace: prints random games in full as JSON lines (docs/notation.md).
#include <cstdio>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

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
  for (int number = 0; number < arguments.games; ++number) {
    for (const std::string& line : envs::TraceGame(*game, static_cast<uint32_t>(number), options)) {
      std::printf("%s\n", line.c_str());
    }
  }
  return absl::OkStatus();
}

}  // namespace

void AddTraceVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand("trace", "print random games as JSON lines");
  const auto arguments = std::make_shared<TraceArguments>();
  verb->add_option("game", arguments->game, "the game with its options")->required();
  verb->add_option("--games", arguments->games, "number of games")->check(CLI::Range(1, 100000000));
  verb->add_option("--seed", arguments->seed, "random seed");
  verb->add_option("--agent", arguments->agent, "who plays")->check(CLI::IsMember({"random"}));
  verb->add_flag("--no-legal", arguments->no_legal, "omit the lists of legal moves");
  verb->callback([=] { choice->run = [=] { return Run(*arguments); }; });
}

}  // namespace kvintet::cli
