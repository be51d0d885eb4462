// kvintet bench: measures environments, networks and self-play on this machine, and how runs learn.
#include <CLI/CLI.hpp>

#include "cli/verb.h"
#include "cli/verbs/bench.h"

namespace kvintet::cli {

void AddBenchVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand(
      "bench", "measure speed (env, net, selfplay) or learning curves (learn)");
  verb->require_subcommand(1);
  AddBenchEnv(verb, choice);
  AddBenchLearn(verb, choice);
  AddBenchNet(verb, choice);
  AddBenchSelfPlay(verb, choice);
}

}  // namespace kvintet::cli
