// The verb `levels`: as those of cli/verb.h.
#pragma once

#include "cli/verb.h"

namespace kvintet::cli {

void AddLevelsVerb(CLI::App* program, Choice* choice);

}  // namespace kvintet::cli
