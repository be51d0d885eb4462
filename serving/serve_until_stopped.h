// ServeUntilStopped: a service that has a process to itself.
#pragma once

#include <functional>

#include "absl/status/status.h"

#include "proto/search_config.pb.h"
#include "proto/serve_config.pb.h"
#include "serving/models/model_registry.h"
#include "serving/server.h"
#include "serving/stop_signals.h"

namespace kvintet::serving {

// Serves until a signal comes, lets calls in progress go on for drain_ms, and ends the process by
// force where all that takes longer than exit_ms. `announce` is told of the server once it answers.
// Internal where it ended because it no longer answered itself; errors of Server::Start.
// `options.on_failure` is set here.
absl::Status ServeUntilStopped(const ServeConfig& config, const SearchConfig& search,
                               ModelRegistry models, ServerOptions options, StopSignals* signals,
                               const std::function<void(const Server&)>& announce);

}  // namespace kvintet::serving
