// kvintet perft: counts the continuations of a game by depth.
#include <cstdio>
#include <memory>
#include <string>

#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "envs/text/perft.h"
#include "envs/text/playthrough.h"

namespace kvintet::cli {
namespace {

struct PerftArguments {
  std::string game;
  std::string position;
  int depth = 0;
  bool moves = false;
  bool json = false;
};

absl::Status Run(const PerftArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  envs::Playthrough play(*game);
  if (!arguments.position.empty()) {
    KVINTET_ASSIGN_OR_RETURN(play, envs::Playthrough::FromPosition(*game, arguments.position));
  }
  const auto count = arguments.moves ? envs::PerftMoves : envs::PerftActions;
  Json counts = Json::array();
  for (int depth = 1; depth <= arguments.depth; ++depth) {
    counts.push_back(count(*game, play.Position(), play.history(), depth));
    if (!arguments.json) {
      std::printf("%d %s\n", depth, counts.back().dump().c_str());
      std::fflush(stdout);
    }
  }
  if (arguments.json) {
    const Json json = {{"game", game->Spec().text},
                       {"counted", arguments.moves ? "moves" : "actions"},
                       {"counts", counts}};
    std::printf("%s\n", ToJsonLine(json).c_str());
  }
  return absl::OkStatus();
}

}  // namespace

void AddPerftVerb(Verb program) {
  const Verb verb = program.AddVerb("perft", "count the continuations of a game by depth");
  const auto arguments = std::make_shared<PerftArguments>();
  verb.Add("game", &arguments->game, "the game with its options").Required();
  verb.Add("--depth", &arguments->depth, "maximum depth").Required().Range(1, 1000);
  verb.Add("--position", &arguments->position, "start from this position");
  verb.AddFlag("--moves", &arguments->moves, "count whole moves, not actions");
  verb.AddFlag("--json", &arguments->json, "print JSON, at the end");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
