// The subcommands of `kvintet bench`.
#pragma once

#include "cli/verb.h"

namespace kvintet::cli {

// Each adds one subcommand to the verb `bench`; see cli/verb.h.
void AddBenchEnv(CLI::App* bench, Choice* choice);
void AddBenchLearn(CLI::App* bench, Choice* choice);
void AddBenchNet(CLI::App* bench, Choice* choice);
void AddBenchSelfPlay(CLI::App* bench, Choice* choice);

}  // namespace kvintet::cli
