// Call: see the header.
#include "serving/calls/call.h"

#include <grpc/support/time.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "serving/calls/caller_address.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

constexpr char kAuthorization[] = "authorization";

// Deletes itself when gRPC has completed it.
class UnaryCall final : public grpc::ServerUnaryReactor, public Call {
 public:
  UnaryCall(const IncomingCall& incoming, Clock::time_point arrival, Clock::time_point deadline,
            CallGate* gate)
      : Call(arrival, deadline),
        method_(incoming.method),
        request_bytes_(incoming.request_bytes),
        gate_(gate) {}

  // Refuses the call or admits it.
  absl::Status Enter(const IncomingCall& incoming, const CallLimits& limits) {
    absl::Status admitted = EnterCall(incoming, limits, gate_, this);
    entered_ = admitted.ok();
    return admitted;
  }
  void Finish(const absl::Status& status) override {
    status_ = status;
    FreePlace();
    grpc::ServerUnaryReactor::Finish(ToGrpcStatus(status));
  }
  void OnCancel() override { Cancel(); }
  void OnDone() override {
    const std::chrono::duration<double> time = Clock::now() - Arrival();
    gate_->Tell({method_, time.count(), request_bytes_, status_});
    if (entered_) {
      gate_->Leave(this);
    }
    delete this;
  }

 private:
  const char* const method_;
  const size_t request_bytes_;
  CallGate* const gate_;
  bool entered_ = false;
  absl::Status status_;
};

absl::Status CheckSize(size_t bytes, size_t most) {
  if (bytes <= most) {
    return absl::OkStatus();
  }
  return Refusal(v1::REASON_TOO_LARGE,
                 absl::StrCat("request: wanted at most ", most, " bytes, found ", bytes));
}

// Empty if the client has sent none.
absl::string_view MetadataOf(const grpc::CallbackServerContext& context, const char* name) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(name);
  return found == metadata.end() ? absl::string_view()
                                 : absl::string_view(found->second.data(), found->second.size());
}

ShownCaller CallerOf(const grpc::CallbackServerContext& context) {
  const absl::string_view named = UnsealAddress(MetadataOf(context, kCallerAddress));
  return {.authorization = MetadataOf(context, kAuthorization),
          .peer = named.empty() ? context.peer() : std::string(named)};
}

}  // namespace

Clock::time_point DeadlineOf(const grpc::CallbackServerContext& context, const CallLimits& limits,
                             Clock::time_point arrival) {
  // gRPC keeps the deadline by a steady clock.
  const gpr_timespec asked = context.raw_deadline();
  if (gpr_time_cmp(asked, gpr_inf_future(asked.clock_type)) == 0) {
    return arrival + std::min(limits.default_deadline, limits.max_deadline);
  }
  const gpr_timespec left = gpr_time_sub(asked, gpr_now(asked.clock_type));
  const gpr_timespec most = gpr_time_from_millis(limits.max_deadline.count(), GPR_TIMESPAN);
  const double micros = gpr_timespec_to_micros(gpr_time_min(left, most));
  return arrival + std::chrono::microseconds(static_cast<int64_t>(micros));
}

CallGate::CallGate(int max_calls, Check check, Report report, Quota quota)
    : max_calls_(max_calls),
      check_(std::move(check)),
      report_(std::move(report)),
      quota_(std::move(quota)) {}

absl::StatusOr<std::unique_ptr<CallerPlace>> CallGate::Admit(absl::string_view method,
                                                             const ShownCaller& caller) const {
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<CallerPlace> place, PlaceOf(method, caller));
  const std::lock_guard lock(mutex_);
  KVINTET_RETURN_IF_ERROR(Open());
  return place;
}

absl::StatusOr<std::unique_ptr<CallerPlace>> CallGate::PlaceOf(absl::string_view method,
                                                               const ShownCaller& caller) const {
  KVINTET_RETURN_IF_ERROR(check_(method, caller.authorization));
  if (quota_ == nullptr) {
    return std::unique_ptr<CallerPlace>();
  }
  return quota_(method, caller);
}

absl::Status CallGate::Open() const {
  return closed_ ? Refusal(v1::REASON_DRAINING, "the server is stopping") : absl::OkStatus();
}

absl::Status CallGate::Enter(absl::string_view method, const ShownCaller& caller, Call* call) {
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<CallerPlace> place, PlaceOf(method, caller));
  const std::lock_guard lock(mutex_);
  KVINTET_RETURN_IF_ERROR(Open());
  if (unanswered_ >= max_calls_) {
    return Refusal(v1::REASON_TOO_MANY_CALLS,
                   absl::StrCat("more than ", max_calls_, " calls in progress; try again later"));
  }
  call->place_ = std::move(place);
  ++unanswered_;
  call->unanswered_ = &unanswered_;
  calls_.insert(call);
  return absl::OkStatus();
}

void CallGate::Leave(Call* call) {
  const std::lock_guard lock(mutex_);
  calls_.erase(call);
  if (calls_.empty()) {
    changed_.notify_all();
  }
}

void CallGate::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

void CallGate::StopCalls() {
  const std::lock_guard lock(mutex_);
  for (Call* call : calls_) {
    call->stopped_ = true;
  }
}

bool CallGate::WaitUntilEmpty(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [this] { return calls_.empty(); });
}

int CallGate::InProgress() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(calls_.size());
}

absl::Status Call::Check() const {
  if (cancelled_) {
    return Refusal(v1::REASON_CANCELLED, "the client has given up");
  }
  if (stopped_) {
    return Refusal(v1::REASON_DRAINING, "the server is stopping");
  }
  if (Clock::now() >= deadline_) {
    return Refusal(v1::REASON_LATE, "the deadline has passed");
  }
  return absl::OkStatus();
}

absl::Status EnterCall(const IncomingCall& incoming, const CallLimits& limits, CallGate* gate,
                       Call* call) {
  KVINTET_RETURN_IF_ERROR(CheckSize(incoming.request_bytes, limits.max_request_bytes));
  return gate->Enter(incoming.method, CallerOf(*incoming.context), call);
}

absl::StatusOr<std::unique_ptr<CallerPlace>> AdmitStream(const IncomingCall& incoming,
                                                         const CallLimits& limits,
                                                         const CallGate& gate) {
  KVINTET_RETURN_IF_ERROR(CheckSize(incoming.request_bytes, limits.max_request_bytes));
  return gate.Admit(incoming.method, CallerOf(*incoming.context));
}

grpc::ServerUnaryReactor* StartCall(const IncomingCall& incoming, const CallLimits& limits,
                                    CallGate* gate, const std::function<void(Call*)>& begin) {
  const StallMonitor::Scope reaction(gate->Reactions(), incoming.method);
  const Clock::time_point arrival = Clock::now();
  auto* call =
      new UnaryCall(incoming, arrival, DeadlineOf(*incoming.context, limits, arrival), gate);
  const absl::Status admitted = call->Enter(incoming, limits);
  if (admitted.ok()) {
    begin(call);
  } else {
    call->Finish(admitted);
  }
  return call;
}

}  // namespace kvintet::serving
