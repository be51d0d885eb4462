// ServeUntilStopped: runs a server in a process of its own until a signal stops it.
#pragma once

#include <functional>

#include "absl/status/status.h"

#include "proto/serve_config.pb.h"
#include "selfplay/settings/search_settings.h"
#include "serving/models/model_registry.h"
#include "serving/server.h"
#include "serving/stop_signals.h"

namespace kvintet::serving {

// Serves until a signal arrives, then lets calls in progress continue for drain_ms. Ends the
// process by force if stopping takes longer than exit_ms. `announce` is called with the server once
// it answers. Sets `options.on_failure`. Internal if the server stopped because it no longer
// answered its own probe; also the errors of Server::Start.
absl::Status ServeUntilStopped(const ServeConfig& config, const selfplay::SearchSettings& search,
                               ModelRegistry models, ServerOptions options, StopSignals* signals,
                               const std::function<void(const Server&)>& announce);

}  // namespace kvintet::serving
