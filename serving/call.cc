// Call: see the header.
#include "serving/call.h"

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "serving/grpc_status.h"

namespace kvintet::serving {
namespace {

// Deletes itself when gRPC is done with it.
class UnaryCall final : public grpc::ServerUnaryReactor, public Call {
 public:
  UnaryCall(Clock::time_point arrival, Clock::time_point deadline, CallGate* gate)
      : Call(arrival, deadline), gate_(gate) {}

  void Finish(const absl::Status& status) override {
    grpc::ServerUnaryReactor::Finish(ToGrpcStatus(status));
  }
  void OnCancel() override { Cancel(); }
  void OnDone() override {
    if (gate_ != nullptr) {
      gate_->Leave();
    }
    delete this;
  }

 private:
  // Null for a call that was not let in.
  CallGate* const gate_;
};

Clock::time_point DeadlineOf(const grpc::CallbackServerContext& context, const CallLimits& limits,
                             Clock::time_point arrival) {
  const Clock::time_point asked = context.deadline();
  if (asked == Clock::time_point::max()) {
    return arrival + std::min(limits.default_deadline, limits.max_deadline);
  }
  return std::min(asked, arrival + limits.max_deadline);
}

}  // namespace

absl::Status CallGate::Enter() {
  if (closed_) {
    return absl::UnavailableError("the server is stopping");
  }
  if (++calls_ > max_calls_) {
    --calls_;
    return absl::ResourceExhaustedError(
        absl::StrCat("more than ", max_calls_, " calls in progress; try again later"));
  }
  return absl::OkStatus();
}

absl::Status Call::Check() const {
  if (cancelled_) {
    return absl::CancelledError("the client has given up");
  }
  if (Clock::now() >= deadline_) {
    return absl::DeadlineExceededError("the deadline has passed");
  }
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* StartCall(grpc::CallbackServerContext* context, const CallLimits& limits,
                                    CallGate* gate, const std::function<void(Call*)>& begin) {
  const Clock::time_point arrival = Clock::now();
  const absl::Status admitted = gate->Enter();
  auto* call =
      new UnaryCall(arrival, DeadlineOf(*context, limits, arrival), admitted.ok() ? gate : nullptr);
  if (admitted.ok()) {
    begin(call);
  } else {
    static_cast<Call*>(call)->Finish(admitted);
  }
  return call;
}

}  // namespace kvintet::serving
