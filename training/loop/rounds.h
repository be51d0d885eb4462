// RunInRounds: a round of games with one model, then learning, again and again.
#pragma once

#include <absl/status/status.h>

#include "training/loop/session.h"

namespace kvintet::training {

// Until the session is done. A round is a function of the commit before and the configuration.
absl::Status RunInRounds(Session* session);

}  // namespace kvintet::training
