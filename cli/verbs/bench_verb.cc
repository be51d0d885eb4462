// kvintet bench: how fast environments, networks and self-play are here, and how runs learn.
#include <CLI/CLI.hpp>

#include "cli/verb.h"
#include "cli/verbs/bench.h"

namespace kvintet::cli {

void AddBenchVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb =
      program->add_subcommand("bench", "measure speed: env, net or selfplay; or learning: learn");
  verb->require_subcommand(1);
  AddBenchEnv(verb, choice);
  AddBenchLearn(verb, choice);
  AddBenchNet(verb, choice);
  AddBenchSelfPlay(verb, choice);
}

}  // namespace kvintet::cli
