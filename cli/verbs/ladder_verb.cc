// kvintet ladder: rates every published model of a run against fixed references and each other.
#include <cstdio>
#include <memory>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "cli/judging/ladder_climb.h"
#include "cli/judging/ladder_report.h"
#include "cli/verb.h"
#include "training/loop/stages.h"

namespace kvintet::cli {
namespace {

absl::Status Run(const LadderArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const LadderReport report, ClimbLadder(arguments));
  std::printf("%s", (arguments.json ? LadderLines(report) : LadderText(report)).c_str());
  return absl::OkStatus();
}

}  // namespace

void AddLadderVerb(Verb program) {
  const Verb verb = program.AddVerb(
      "ladder", "rate the models of a run; the same command on the same run continues");
  const auto arguments = std::make_shared<LadderArguments>();
  verb.Add("run", &arguments->run, "the run's folder").Required();
  verb.Add("--reference", &arguments->references,
           "a fixed agent (may be repeated); default: random, greedy and mcts:100, as far "
           "as the game allows")
      .Repeatable();
  verb.Add("--pairs", &arguments->pairs, "maximum number of pairs of games; 0: no limit")
      .Range(0, 1000000000);
  verb.Add("--minutes", &arguments->minutes, "stop after this time; 0: no limit").Range(0.0, 1e6);
  verb.Add("--information", &arguments->information,
           "stop when one more pair of games would give less information than this, in nats")
      .Range(1e-6, 10.0);
  verb.Add("--batch", &arguments->batch, "pairs of games that are played at the same time")
      .Range(1, 10000);
  verb.Add("--every", &arguments->every, "rate every n-th model, and the newest").Range(1, 1000000);
  verb.AddFlag("--follow", &arguments->follow, "continue as new models are published");
  verb.Add("--seed", &arguments->seed, "random seed; default: the run's");
  verb.Add("--opening-plies", &arguments->opening_random_plies,
           "random plies at the start of each pair; default: as in the run's arena settings")
      .Range(0, 10000);
  verb.Add("--model-options", &arguments->model_options,
           absl::StrCat("what follows a model's path in its spec; default: ", kLadderModelOptions));
  verb.AddFlag("--json", &arguments->json, "print JSON lines");
  verb.Runs([=] {
    arguments->run = training::NewestStage(arguments->run);
    return Run(*arguments);
  });
}

}  // namespace kvintet::cli
