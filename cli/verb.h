// Verb: a subcommand of the program, as in `kvintet VERB ...`.
//
// A verb declares its arguments on the parser. When the user has chosen it, its callback stores in
// `Choice` the function to run. Errors: InvalidArgument, NotFound, FailedPrecondition,
// AlreadyExists, PermissionDenied, DataLoss and Unimplemented mean bad input (exit code 2).
#pragma once

#include <functional>

#include "absl/status/status.h"

namespace CLI {
class App;
}

namespace kvintet::cli {

// The function that runs the chosen verb.
struct Choice {
  std::function<absl::Status()> run;
};

// Each adds its verb to the program; `choice` must outlive parsing.
void AddArenaVerb(CLI::App* program, Choice* choice);
void AddAskVerb(CLI::App* program, Choice* choice);
void AddBalanceVerb(CLI::App* program, Choice* choice);
void AddBenchVerb(CLI::App* program, Choice* choice);
void AddCompareVerb(CLI::App* program, Choice* choice);
void AddDataVerb(CLI::App* program, Choice* choice);
void AddEvaluateVerb(CLI::App* program, Choice* choice);
void AddForbiddenVerb(CLI::App* program, Choice* choice);
void AddGamesVerb(CLI::App* program, Choice* choice);
void AddGomocupVerb(CLI::App* program, Choice* choice);
void AddLadderVerb(CLI::App* program, Choice* choice);
void AddLevelsVerb(CLI::App* program, Choice* choice);
void AddMatchVerb(CLI::App* program, Choice* choice);
void AddPerftVerb(CLI::App* program, Choice* choice);
void AddPlayVerb(CLI::App* program, Choice* choice);
void AddRankVerb(CLI::App* program, Choice* choice);
void AddReleaseVerb(CLI::App* program, Choice* choice);
void AddServeVerb(CLI::App* program, Choice* choice);
void AddShowVerb(CLI::App* program, Choice* choice);
void AddSolveVerb(CLI::App* program, Choice* choice);
void AddAccuracyVerb(CLI::App* program, Choice* choice);
void AddTraceVerb(CLI::App* program, Choice* choice);
void AddTrainVerb(CLI::App* program, Choice* choice);
void AddWatchVerb(CLI::App* program, Choice* choice);

}  // namespace kvintet::cli
