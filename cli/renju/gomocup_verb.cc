// kvintet gomocup: a Renju agent for the managers of Gomocup, over standard streams.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "base/status_macros.h"
#include "cli/play/line_input.h"
#include "cli/renju/gomocup_player.h"
#include "cli/renju/gomocup_session.h"
#include "cli/verb.h"

namespace kvintet::cli {
namespace {

struct GomocupArguments {
  std::string agent;
  std::string game = "renju{opening=free}";
  uint64_t seed = 0;
};

absl::Status Run(const GomocupArguments& arguments) {
  LineInput input(STDIN_FILENO);
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<RenjuPlayer> player,
                           RenjuPlayer::Make(arguments.agent, arguments.game, arguments.seed,
                                             [&input] { return input.HasCome("END"); }));
  GomocupSession session(player->Rule(), [&player](const GomocupQuestion& question) {
    return player->Choose(question);
  });
  while (!session.Ended()) {
    const std::optional<std::string> line = input.Next();
    if (!line) {
      break;
    }
    for (const std::string& answer : session.Take(*line, std::chrono::steady_clock::now())) {
      std::printf("%s\n", answer.c_str());
    }
    std::fflush(stdout);
  }
  return absl::OkStatus();
}

}  // namespace

void AddGomocupVerb(Verb program) {
  const Verb verb = program.AddVerb(
      "gomocup", "a Renju agent for the managers of Gomocup, on standard input and output");
  const auto arguments = std::make_shared<GomocupArguments>();
  verb.Add("agent", &arguments->agent,
           "a model's or a run's path, model:PATH,simulations=N, mcts:N, greedy or random")
      .Required();
  verb.Add("--game", &arguments->game, "the game of agents that are not models");
  verb.Add("--seed", &arguments->seed, "random seed");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
