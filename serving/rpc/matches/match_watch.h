// MatchWatchers: event streams, each with what its caller may see and as fast as the caller reads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "matches/store/match_store.h"
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

// One thread builds all messages, so that no gRPC thread waits. A stream that does not read costs
// the memory of one message.
class MatchWatchers {
 public:
  // At most `most` streams at a time. Without a store (null) every stream is refused. `gate`
  // outlives all streams.
  MatchWatchers(matches::MatchStore* table, int most, const CallLimits& limits, CallGate* gate);
  ~MatchWatchers();

  // Starts a stream. Returns what a handler returns to gRPC.
  grpc::ServerWriteReactor<v1::WatchMatchResponse>* Start(const IncomingCall& incoming,
                                                          const v1::WatchMatchRequest& request);
  // Called when something has happened in the match. Thread-safe; returns at once.
  void Look(const std::string& match);
  // Ends all streams (Unavailable) and refuses new ones. May be called twice.
  void Stop();

 private:
  class Watcher;
  // Admits a stream, or returns why not.
  absl::Status Enter(const IncomingCall& incoming, Watcher* watcher);
  void Wake(Watcher* watcher);
  void Run();

  matches::MatchStore* const table_;
  const size_t most_;
  const CallLimits limits_;
  CallGate* const gate_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_. Unfinished streams by match, and the matches with news.
  std::set<std::pair<std::string, Watcher*>> watchers_;
  std::set<Watcher*> ready_;
  bool stopping_ = false;
  // Last member, so that it is joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
