// Call, CallGate: a request in progress until its status, and the admission of calls.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include "serving/calls/call_report.h"
#include "serving/calls/caller_quotas.h"
#include "serving/calls/stall_monitor.h"

namespace grpc {
class CallbackServerContext;
class ServerUnaryReactor;
}  // namespace grpc

namespace kvintet::serving {

// A steady clock, since the wall clock may be set while calls are in progress.
using Clock = std::chrono::steady_clock;

// Limits of a call.
struct CallLimits {
  // The deadline if the client sets none, and the longest deadline allowed.
  std::chrono::milliseconds default_deadline = {};
  std::chrono::milliseconds max_deadline = {};
  size_t max_request_bytes = 0;
};

// What is known when a call arrives.
struct IncomingCall {
  grpc::CallbackServerContext* context;
  // "kvintet.v1.RulesService/Describe". Points to a string with static lifetime.
  const char* method;
  size_t request_bytes;
};

// The caller's identity: its authorization metadata, and its address in the form of gRPC's peers.
struct ShownCaller {
  absl::string_view authorization = {};
  std::string peer = {};
};

// Owned by gRPC. It lives, with its request and response, until it has been finished and the answer
// has been sent. Thread-safe.
class Call {
 public:
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  Clock::time_point Arrival() const { return arrival_; }
  Clock::time_point Deadline() const { return deadline_; }
  // CANCELLED if the client has given up, DRAINING if the server no longer waits, LATE after the
  // deadline. Cheap enough to be called often.
  absl::Status Check() const;
  // Charges evaluations to the caller's quota.
  void Spend(int evaluations) const {
    if (place_ != nullptr) {
      place_->Spend(evaluations);
    }
  }
  // Sends the response or the error. REQUIRES: called once; the call is not used afterwards.
  virtual void Finish(const absl::Status& status) = 0;

 protected:
  Call(Clock::time_point arrival, Clock::time_point deadline)
      : arrival_(arrival), deadline_(deadline) {}
  virtual ~Call() = default;
  void Cancel() { cancelled_ = true; }
  // Called before the answer is sent, since the client may call again at once.
  void FreePlace() {
    place_.reset();
    if (unanswered_ != nullptr) {
      --*std::exchange(unanswered_, nullptr);
    }
  }

 private:
  friend class CallGate;

  const Clock::time_point arrival_;
  const Clock::time_point deadline_;
  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> stopped_ = false;
  // The place in the caller's quota, if callers are counted.
  std::unique_ptr<CallerPlace> place_;
  // The gate's count of unanswered calls, including this one.
  std::atomic<int>* unanswered_ = nullptr;
};

// Admits calls and knows those in progress. Thread-safe.
class CallGate {
 public:
  // Whether a caller, identified by its authorization metadata, may call a method.
  using Check = std::function<absl::Status(absl::string_view method, absl::string_view caller)>;
  // A place for the call of an admitted caller, or null if callers are not counted.
  using Quota = std::function<absl::StatusOr<std::unique_ptr<CallerPlace>>(
      absl::string_view method, const ShownCaller& caller)>;
  // Receives each call that has ended, including refused ones. Must not block.
  using Report = std::function<void(const CallReport&)>;

  // Without `quota`, callers' usage is not counted.
  CallGate(int max_calls, Check check, Report report, Quota quota = {});

  // Admits a call, which must then Leave. Errors: those of `check` and `quota`; TOO_MANY_CALLS
  // while too many calls are unanswered (not counting answered calls that gRPC has not yet
  // completed); DRAINING once closed.
  absl::Status Enter(absl::string_view method, const ShownCaller& caller, Call* call);
  // The same for a call that is counted and ended elsewhere, such as a stream. Returns its place,
  // which is null if callers are not counted.
  absl::StatusOr<std::unique_ptr<CallerPlace>> Admit(absl::string_view method,
                                                     const ShownCaller& caller) const;
  void Leave(Call* call);
  void Tell(const CallReport& report) const { report_(report); }

  // Admits no calls from now on.
  void Close();
  // Tells all calls in progress that the server no longer waits. They end at their next Check.
  void StopCalls();
  // Whether all calls have left within that time.
  bool WaitUntilEmpty(std::chrono::milliseconds time);
  int InProgress() const;

  StallMonitor* Reactions() { return &reactions_; }

 private:
  // A place for a caller who may call the method.
  absl::StatusOr<std::unique_ptr<CallerPlace>> PlaceOf(absl::string_view method,
                                                       const ShownCaller& caller) const;
  // DRAINING once closed. REQUIRES: mutex_ is held.
  absl::Status Open() const;

  const int max_calls_;
  const Check check_;
  const Report report_;
  const Quota quota_;
  StallMonitor reactions_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<int> unanswered_ = 0;
  // Guarded by mutex_.
  std::unordered_set<Call*> calls_;
  bool closed_ = false;
};

// The deadline of a call that arrives now.
Clock::time_point DeadlineOf(const grpc::CallbackServerContext& context, const CallLimits& limits,
                             Clock::time_point arrival);

// TOO_LARGE, or an error of the gate. If ok, the call must Leave.
absl::Status EnterCall(const IncomingCall& incoming, const CallLimits& limits, CallGate* gate,
                       Call* call);

// The place of a stream that the gate does not count (CallGate::Admit). TOO_LARGE, or an error of
// the gate.
absl::StatusOr<std::unique_ptr<CallerPlace>> AdmitStream(const IncomingCall& incoming,
                                                         const CallLimits& limits,
                                                         const CallGate& gate);

// Starts a unary call: refuses it (TOO_LARGE, or by the gate), or passes it to `begin`, which must
// not block and must make sure that the call is finished. Returns what a handler returns to gRPC.
grpc::ServerUnaryReactor* StartCall(const IncomingCall& incoming, const CallLimits& limits,
                                    CallGate* gate, const std::function<void(Call*)>& begin);

}  // namespace kvintet::serving
