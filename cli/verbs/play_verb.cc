// kvintet play: lets a person play in the terminal, without showing hidden choices.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include <unistd.h>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "cli/judging/agents.h"
#include "cli/play/palette.h"
#include "cli/play/play_session.h"
#include "cli/verb.h"
#include "envs/registry.h"

namespace kvintet::cli {
namespace {

struct PlayArguments {
  std::string game;
  int seat = 0;
  std::string against = "random";
  uint64_t seed = 0;
  std::string palette = "usual";
  bool tell = false;
};

// Omits messages of level info, which do not concern a person who plays.
void WriteWarnings(LogLevel level, absl::string_view line) {
  if (level != LogLevel::kInfo) {
    std::fprintf(stderr, "%s\n", std::string(line).c_str());
  }
}

absl::Status Run(const PlayArguments& arguments) {
  const ScopedLogSink log(WriteWarnings);
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> agent,
                           arena::MakeAgent(*game, arguments.against, AllAgentOptions()));
  const PlayOptions options = {.seat = static_cast<envs::Seat>(arguments.seat),
                               .seed = arguments.seed,
                               .palette = PaletteNamed(arguments.palette),
                               .tell = arguments.tell,
                               .terminal = isatty(STDOUT_FILENO) != 0};
  return PlaySession(*game, agent.get(), options, &std::cin).Run();
}

}  // namespace

void AddPlayVerb(Verb program) {
  const Verb verb =
      program.AddVerb("play", "play in the terminal; `help` in the game lists the commands");
  const auto arguments = std::make_shared<PlayArguments>();
  verb.Add("game", &arguments->game, "the game with its options").Required();
  verb.Add("--seat", &arguments->seat, "your seat").Range(0, 1);
  verb.Add("--against", &arguments->against, "the agent to play against");
  verb.Add("--seed", &arguments->seed, "random seed");
  verb.AddFlag("--tell", &arguments->tell,
               "the agent prints its estimate for each of its moves, if nothing is hidden");
  AddPalette(verb, &arguments->palette);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
