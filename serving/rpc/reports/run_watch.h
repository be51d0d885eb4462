// RunWatchers: streams that tell of runs as they go on.
#pragma once

#include "serving/reports/run_shelf.h"
#include "serving/rpc/watchers.h"

namespace kvintet::serving {

// Keyed by run. Nobody reports changes, so runs are looked at once a period.
using RunWatchers = Watchers<v1::WatchRunResponse>;
inline constexpr std::chrono::seconds kRunPeriod(1);

// Starts a stream. `shelf` outlives it. Returns what a handler returns to gRPC.
grpc::ServerWriteReactor<v1::WatchRunResponse>* StartWatch(RunWatchers* watchers, RunShelf* shelf,
                                                           const IncomingCall& incoming,
                                                           const v1::WatchRunRequest& request);

}  // namespace kvintet::serving
