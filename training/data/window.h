// Window: how many of the newest rows a learner samples from.
#pragma once

#include <cstdint>

#include "proto/learner_config.pb.h"

namespace kvintet::training {

// Size of the window once `total_rows` rows have been made. Follows KataGo's power law, see
// WindowConfig.
int64_t WindowRows(const WindowConfig& config, int64_t total_rows);

}  // namespace kvintet::training
