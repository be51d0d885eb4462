// RunWatchers: streams that tell of runs as they go on.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <set>
#include <thread>

#include "serving/calls/call.h"
#include "serving/reports/run_shelf.h"

namespace grpc {
class CallbackServerContext;
template <typename Response>
class ServerWriteReactor;
}  // namespace grpc

namespace kvintet::serving {

// One thread looks at all watched runs once a second and builds all messages, so that no gRPC
// thread waits for a file. A stream that does not read costs the memory of one message.
class RunWatchers {
 public:
  // At most `most` streams at a time. `shelf` and `gate` outlive all streams.
  RunWatchers(RunShelf* shelf, int most, const CallLimits& limits, CallGate* gate);
  ~RunWatchers();

  // Starts a stream. Returns what a handler returns to gRPC.
  grpc::ServerWriteReactor<v1::WatchRunResponse>* Start(const IncomingCall& incoming,
                                                        const v1::WatchRunRequest& request);
  // Ends all streams (Unavailable) and refuses new ones. May be called twice.
  void Stop();

 private:
  class Watcher;
  // Admits a stream, or returns why not.
  absl::Status Enter(const IncomingCall& incoming, Watcher* watcher);
  // Makes the thread look at once.
  void Wake();
  void Run();

  RunShelf* const shelf_;
  const size_t most_;
  const CallLimits limits_;
  CallGate* const gate_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_. Unfinished streams; whether one of them has to be looked at now.
  std::set<Watcher*> watchers_;
  bool woken_ = false;
  bool stopping_ = false;
  // Last member, so that it is joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
