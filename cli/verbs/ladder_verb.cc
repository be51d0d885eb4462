// kvintet ladder: rates every published model of a run against fixed references and each other.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "base/status_macros.h"
#include "cli/judging/ladder_climb.h"
#include "cli/judging/ladder_options.h"
#include "cli/judging/ladder_report.h"
#include "cli/verb.h"
#include "training/loop/stages.h"

namespace kvintet::cli {
namespace {

// The folder of a run's newest stage now. NewestStage may name a link, which later points
// elsewhere.
std::string NewestFolder(const std::string& run) {
  std::error_code error;
  const std::filesystem::path folder =
      std::filesystem::canonical(training::NewestStage(run), error);
  return error ? training::NewestStage(run) : folder.string();
}

// Each stage of a run has a ladder of its own. With --follow, this goes on to the next one.
absl::Status Run(LadderArguments arguments) {
  const std::string run = arguments.run;
  do {
    const std::string folder = NewestFolder(run);
    arguments.run = folder;
    arguments.over = [=] { return NewestFolder(run) != folder; };
    KVINTET_ASSIGN_OR_RETURN(const LadderReport report, ClimbLadder(arguments));
    std::printf("%s", (arguments.json ? LadderLines(report) : LadderText(report)).c_str());
  } while (arguments.follow && arguments.over());
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
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
