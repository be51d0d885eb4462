// kvintet ladder: rates every published model of a run against fixed references and each other.
#include <cstdio>
#include <memory>

#include "base/status_macros.h"
#include "cli/judging/ladder_climb.h"
#include "cli/judging/ladder_options.h"
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
  AddLadderOptions(verb, arguments.get());
  verb.AddFlag("--follow", &arguments->follow, "continue as new models are published");
  verb.AddFlag("--json", &arguments->json, "print JSON lines");
  verb.Runs([=] {
    arguments->run = training::NewestStage(arguments->run);
    return Run(*arguments);
  });
}

}  // namespace kvintet::cli
