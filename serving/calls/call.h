// Call: one request in progress, from its arrival to its status. CallGate: who is let in.
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
#include "serving/calls/reaction_watch.h"

namespace grpc {
class CallbackServerContext;
class ServerUnaryReactor;
}  // namespace grpc

namespace kvintet::serving {

// The wall's clock may be set while calls are in progress.
using Clock = std::chrono::steady_clock;

// What a call may ask for.
struct CallLimits {
  // Where the client names no deadline, and at most.
  std::chrono::milliseconds default_deadline = {};
  std::chrono::milliseconds max_deadline = {};
  size_t max_request_bytes = 0;
};

// What is known of a call on its arrival.
struct IncomingCall {
  grpc::CallbackServerContext* context;
  // "kvintet.v1.RulesService/Describe"; lives as long as the program.
  const char* method;
  size_t request_bytes;
};

// Who calls: what its metadata has as authorization, and what the library calls its address.
struct ShownCaller {
  absl::string_view authorization = {};
  std::string peer = {};
};

// Belongs to gRPC and lives until it has been finished and the answer is out; request and response
// live as long. Any thread.
class Call {
 public:
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  Clock::time_point Arrival() const { return arrival_; }
  Clock::time_point Deadline() const { return deadline_; }
  // CANCELLED once the client has given up, DRAINING once the server won't wait any longer, LATE
  // when it is too late. Cheap: work looks often.
  absl::Status Check() const;
  // Evaluations made for it: they count for its caller.
  void Spend(int evaluations) const {
    if (place_ != nullptr) {
      place_->Spend(evaluations);
    }
  }
  // Sends the response or the error. REQUIRES: called once; the call is not touched afterwards.
  virtual void Finish(const absl::Status& status) = 0;

 protected:
  Call(Clock::time_point arrival, Clock::time_point deadline)
      : arrival_(arrival), deadline_(deadline) {}
  virtual ~Call() = default;
  void Cancel() { cancelled_ = true; }
  // Before the answer goes out: whoever has it may call again at once.
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
  // The caller's, where callers are counted.
  std::unique_ptr<CallerPlace> place_;
  // The gate's count of calls that have no answer yet, this one among them.
  std::atomic<int>* unanswered_ = nullptr;
};

// Knows the calls in progress. Any thread.
class CallGate {
 public:
  // Whether a caller may call a method, by what its metadata has as authorization.
  using Check = std::function<absl::Status(absl::string_view method, absl::string_view caller)>;
  // A place for a call of one that may, or null where nobody counts.
  using Quota = std::function<absl::StatusOr<std::unique_ptr<CallerPlace>>(
      absl::string_view method, const ShownCaller& caller)>;
  // Told of each call that has ended, the refused ones too. Must not block.
  using Report = std::function<void(const CallReport&)>;

  // Without `quota` nobody counts what callers use.
  CallGate(int max_calls, Check check, Report report, Quota quota = {});

  // What `check` and `quota` say; TOO_MANY_CALLS while too many have no answer yet (what becomes of
  // a call after its answer is the library's, which may be late with it); DRAINING once closed;
  // else the call must Leave.
  absl::Status Enter(absl::string_view method, const ShownCaller& caller, Call* call);
  // The same for a call that others count and end: a stream.
  absl::Status Admit(absl::string_view method, absl::string_view caller) const;
  void Leave(Call* call);
  void Tell(const CallReport& report) const { report_(report); }

  // Lets nobody in from now on.
  void Close();
  // Tells all calls in progress that the server won't wait: they end at their next look.
  void StopCalls();
  // Whether all calls have left within that time.
  bool WaitUntilEmpty(std::chrono::milliseconds time);
  int InProgress() const;

  ReactionWatch* Reactions() { return &reactions_; }

 private:
  // DRAINING once closed. REQUIRES: mutex_ is held.
  absl::Status Open() const;

  const int max_calls_;
  const Check check_;
  const Report report_;
  const Quota quota_;
  ReactionWatch reactions_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<int> unanswered_ = 0;
  // Guarded by mutex_.
  std::unordered_set<Call*> calls_;
  bool closed_ = false;
};

// When a call that arrives now must have ended.
Clock::time_point DeadlineOf(const grpc::CallbackServerContext& context, const CallLimits& limits,
                             Clock::time_point arrival);

// TOO_LARGE, or what the gate says; ok: the call must Leave.
absl::Status EnterCall(const IncomingCall& incoming, const CallLimits& limits, CallGate* gate,
                       Call* call);

// TOO_LARGE, or what the gate says of a stream that it does not count.
absl::Status AdmitStream(const IncomingCall& incoming, const CallLimits& limits,
                         const CallGate& gate);

// Takes a unary call in: refuses it (TOO_LARGE, or at the gate), or hands it to `begin`, which must
// see to it that it is finished and must not block. What a handler returns to gRPC.
grpc::ServerUnaryReactor* StartCall(const IncomingCall& incoming, const CallLimits& limits,
                                    CallGate* gate, const std::function<void(Call*)>& begin);

}  // namespace kvintet::serving
