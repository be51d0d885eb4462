// AddLadderOptions: the options of verbs that rate models.
#pragma once

#include "cli/judging/ladder_climb.h"
#include "cli/verb.h"

namespace kvintet::cli {

// Adds all of them but for where the models come from. `arguments` must outlive the verb.
void AddLadderOptions(const Verb& verb, LadderArguments* arguments);

}  // namespace kvintet::cli
