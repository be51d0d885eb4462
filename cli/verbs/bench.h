// The subcommands of `kvintet bench`.
#pragma once

#include "cli/verb.h"

namespace kvintet::cli {

// Each adds one subcommand to the verb `bench`; see cli/verb.h.
void AddBenchEnv(Verb bench);
void AddBenchLearn(Verb bench);
void AddBenchNet(Verb bench);
void AddBenchSelfPlay(Verb bench);

}  // namespace kvintet::cli
