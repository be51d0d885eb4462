// MatchWatchers: the streams of events: each gets what its caller may see, as fast as it reads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "matches/store/match_table.h"
#include "serving/calls/call.h"

namespace grpc {
class CallbackServerContext;
template <typename Response>
class ServerWriteReactor;
}  // namespace grpc

namespace kvintet::v1 {
class WatchMatchRequest;
class WatchMatchResponse;
}  // namespace kvintet::v1

namespace kvintet::serving {

// One thread makes all messages, so that no thread of gRPC's ever waits; a stream that does not
// read costs one message.
class MatchWatchers {
 public:
  // Without a table every stream is refused. At most `most` streams at a time. `gate` outlives all
  // of them.
  MatchWatchers(MatchTable* table, int most, const CallLimits& limits, CallGate* gate);
  ~MatchWatchers();

  // What a handler returns to gRPC.
  grpc::ServerWriteReactor<v1::WatchMatchResponse>* Start(const IncomingCall& incoming,
                                                          const v1::WatchMatchRequest& request);
  // Something has happened in the match. Any thread; returns at once.
  void Look(const std::string& match);
  // Ends all streams (Unavailable) and refuses new ones. Twice does no harm.
  void Stop();

 private:
  class Watcher;
  // Takes a stream in, or says why not.
  absl::Status Enter(const IncomingCall& incoming, Watcher* watcher);
  void Wake(Watcher* watcher);
  void Run();

  MatchTable* const table_;
  const size_t most_;
  const CallLimits limits_;
  CallGate* const gate_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_. Those not finished, by match; those to be looked at.
  std::set<std::pair<std::string, Watcher*>> watchers_;
  std::set<Watcher*> ready_;
  bool stopping_ = false;
  // Last: joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
