// Main: see the header.
#include "cli/program.h"

#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>

#include "absl/status/status.h"
#include "cli/verb.h"

namespace kvintet::cli {
namespace {

constexpr int kBadInput = 2;
constexpr int kFailure = 1;

bool IsBadInput(const absl::Status& status) {
  return absl::IsInvalidArgument(status) || absl::IsNotFound(status) ||
         absl::IsFailedPrecondition(status) || absl::IsAlreadyExists(status) ||
         absl::IsUnimplemented(status);
}

void AddVerbs(CLI::App* program, Choice* choice) {
  AddGamesVerb(program, choice);
  AddPlayVerb(program, choice);
  AddTrainVerb(program, choice);
  AddArenaVerb(program, choice);
  AddTraceVerb(program, choice);
  AddShowVerb(program, choice);
  AddPerftVerb(program, choice);
  AddForbiddenVerb(program, choice);
  AddBenchVerb(program, choice);
  AddServeVerb(program, choice);
  AddAskVerb(program, choice);
}

}  // namespace

int Main(int argc, char** argv) {
  CLI::App program("Kvintet: board games to learn, to play and to serve", "kvintet");
  program.require_subcommand(1);
  Choice choice;
  AddVerbs(&program, &choice);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : kBadInput;
  }
  const absl::Status status = choice.run();
  if (status.ok()) {
    return 0;
  }
  std::fprintf(stderr, "kvintet: %s\n", std::string(status.message()).c_str());
  return IsBadInput(status) ? kBadInput : kFailure;
}

}  // namespace kvintet::cli
