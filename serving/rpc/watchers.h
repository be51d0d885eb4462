// Watchers: streams that tell of changes, each as fast as its client reads.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/calls/call.h"

namespace grpc {
template <typename Response>
class ServerWriteReactor;
}  // namespace grpc

namespace kvintet::serving {

// One thread builds all messages, so that no gRPC thread waits. A stream that does not read costs
// the memory of one message. watchers.cc lists the responses that streams may have.
template <typename Response>
class Watchers {
 public:
  class Watcher;

  // At most `most` streams at a time. With a period, all streams are looked at that often, and
  // whenever one of them has news; without (zero), only those that have news. `gate` outlives all
  // streams.
  Watchers(int most, const CallLimits& limits, CallGate* gate,
           std::chrono::milliseconds period = {});
  ~Watchers();

  // Starts a stream, which gRPC deletes. Returns what a handler returns to gRPC.
  grpc::ServerWriteReactor<Response>* Start(std::unique_ptr<Watcher> watcher);
  // Called when there is news for the streams with this key. Thread-safe; returns at once.
  void Look(const std::string& key);
  // Ends all streams (Unavailable) and refuses new ones. May be called twice.
  void Stop();

 private:
  // Admits a stream, or returns why not.
  absl::Status Enter(Watcher* watcher);
  void Wake(Watcher* watcher);
  // Waits for the streams that have to be looked at now. REQUIRES: `lock` holds mutex_.
  std::set<Watcher*> NextRound(std::unique_lock<std::mutex>* lock);
  void Run();

  const size_t most_;
  const CallLimits limits_;
  CallGate* const gate_;
  const std::chrono::milliseconds period_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_. Unfinished streams by key, and those with news.
  std::set<std::pair<std::string, Watcher*>> watchers_;
  std::set<Watcher*> ready_;
  bool stopping_ = false;
  // Last member, so that it is joined first.
  std::jthread thread_;
};

// One stream; a service says what it tells. Only the watchers' thread writes and finishes, so that
// nothing is used after Finish: gRPC deletes a stream (OnDone) only after that.
template <typename Response>
class Watchers<Response>::Watcher : public grpc::ServerWriteReactor<Response> {
 public:
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 protected:
  Watcher(Watchers* watchers, const IncomingCall& incoming, std::string key);

  const std::string& Key() const { return key_; }

 private:
  friend class Watchers;

  // Why the stream may not start although the gate admits it. Called by the handler's thread.
  virtual absl::Status Admit() const { return absl::OkStatus(); }
  // The next message, if there is news. On an error the stream is finished with it. Called by the
  // watchers' thread, never while a message is being written. If it throws, the stream ends and the
  // process goes on, so it changes nothing else that must be whole (CatchAsStatus).
  virtual absl::StatusOr<std::optional<Response>> Next() = 0;

  // Writes the next message, if there is one. On an error the stream must be finished with it.
  absl::Status Advance();
  // The stream must not be used afterwards.
  void End(const absl::Status& status);

  Watchers* const watchers_;
  const IncomingCall incoming_;
  const std::string key_;
  const Clock::time_point arrival_ = Clock::now();
  // Until the end is sent. Null if callers are not counted.
  std::unique_ptr<CallerPlace> place_;
  absl::Status status_;
  // Set by gRPC's threads before they wake the watchers' thread.
  std::atomic<bool> writing_ = false;
  std::atomic<bool> cancelled_ = false;
  // Used by gRPC while it is being written.
  Response message_;
};

}  // namespace kvintet::serving
