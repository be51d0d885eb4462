// Call: one request in progress, from its arrival to its status. CallGate: how many there may be.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "absl/status/status.h"

namespace grpc {
class CallbackServerContext;
class ServerUnaryReactor;
}  // namespace grpc

namespace kvintet::serving {

using Clock = std::chrono::system_clock;

// How long a call may take.
struct CallLimits {
  // Where the client names no deadline, and at most.
  std::chrono::milliseconds default_deadline = {};
  std::chrono::milliseconds max_deadline = {};
};

// Counts the calls in progress. Any thread.
class CallGate {
 public:
  explicit CallGate(int max_calls) : max_calls_(max_calls) {}

  // ResourceExhausted while there are too many calls, Unavailable once closed; else the caller must
  // Leave.
  absl::Status Enter();
  void Leave() { --calls_; }
  // Lets nobody in from now on.
  void Close() { closed_ = true; }

 private:
  const int max_calls_;
  std::atomic<int> calls_ = 0;
  std::atomic<bool> closed_ = false;
};

// Belongs to gRPC and lives until it has been finished and the answer is out; request and response
// live as long. Any thread.
class Call {
 public:
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  Clock::time_point Arrival() const { return arrival_; }
  Clock::time_point Deadline() const { return deadline_; }
  // Cancelled once the client has given up, DeadlineExceeded when it is too late. Cheap: work looks
  // often.
  absl::Status Check() const;
  // Sends the response or the error. REQUIRES: called once; the call is not touched afterwards.
  virtual void Finish(const absl::Status& status) = 0;

 protected:
  Call(Clock::time_point arrival, Clock::time_point deadline)
      : arrival_(arrival), deadline_(deadline) {}
  virtual ~Call() = default;
  void Cancel() { cancelled_ = true; }

 private:
  const Clock::time_point arrival_;
  const Clock::time_point deadline_;
  std::atomic<bool> cancelled_ = false;
};

// Takes a unary call in: refuses it at the gate, or hands it to `begin`, which must see to it that
// it is finished and must not block. What a handler returns to gRPC.
grpc::ServerUnaryReactor* StartCall(grpc::CallbackServerContext* context, const CallLimits& limits,
                                    CallGate* gate, const std::function<void(Call*)>& begin);

}  // namespace kvintet::serving
