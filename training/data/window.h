// Window: how many of the newest rows a learner samples from.
#pragma once

#include <cstdint>

#include "proto/learner_config.pb.h"

namespace kvintet::training {

// Rows of the window when `total_rows` have been made: KataGo's power law, see WindowConfig.
int64_t WindowRows(const WindowConfig& config, int64_t total_rows);

}  // namespace kvintet::training
