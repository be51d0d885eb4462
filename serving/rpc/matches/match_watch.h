// MatchWatchers: streams of matches' events, each with what its caller may see.
#pragma once

#include "matches/store/match_store.h"
#include "serving/rpc/watchers.h"

namespace kvintet::v1 {
class WatchMatchRequest;
class WatchMatchResponse;
}  // namespace kvintet::v1

namespace kvintet::serving {

// Keyed by match.
using MatchWatchers = Watchers<v1::WatchMatchResponse>;

// Starts a stream. Without a store (null) it is refused. `table` outlives it. Returns what a
// handler returns to gRPC.
grpc::ServerWriteReactor<v1::WatchMatchResponse>* StartWatch(MatchWatchers* watchers,
                                                             matches::MatchStore* table,
                                                             const IncomingCall& incoming,
                                                             const v1::WatchMatchRequest& request);

}  // namespace kvintet::serving
