// AnalysisStreams: see the header.
#include "serving/rpc/analysis_streams.h"

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include "serving/calls/stream_watch.h"
#include "serving/errors/grpc_status.h"
#include "serving/rpc/analysis_input.h"
#include "serving/rpc/analyze_call.h"
#include "serving/rpc/review_call.h"

namespace kvintet::serving {
namespace {

// The gRPC transport of a StreamCall. Deletes itself when gRPC has completed it.
template <typename Work>
class Stream final : public grpc::ServerWriteReactor<typename Work::Response>,
                     public Work,
                     public CutStream {
 public:
  using Response = typename Work::Response;
  using Reactor = grpc::ServerWriteReactor<Response>;

  Stream(const ServiceContext& context, const IncomingCall& incoming,
         const typename Work::Request& request, StreamWatch* watch)
      : Work(context, DeadlineOf(*incoming.context, context.stream_limits, Clock::now()), request),
        incoming_(incoming),
        gate_(context.gate),
        watch_(watch) {
    watch_->Add(this);
  }

  absl::Status Enter(const CallLimits& limits) {
    absl::Status admitted = EnterCall(incoming_, limits, gate_, this);
    entered_ = admitted.ok();
    return admitted;
  }

  void Write(const Response& message) override { Reactor::StartWrite(&message); }
  void Close(const absl::Status& status) override {
    status_ = status;
    this->FreePlace();
    Reactor::Finish(ToGrpcStatus(status));
  }
  void OnWriteDone(bool ok) override { this->Written(ok); }
  void OnCancel() override { this->Cancel(); }
  void OnDone() override {
    watch_->Remove(this);
    gate_->Tell({incoming_.method, MillisecondsSince(this->Arrival()) / 1000,
                 incoming_.request_bytes, status_});
    if (entered_) {
      gate_->Leave(this);
    }
    delete this;
  }
  Clock::time_point CutAt() const override { return this->Deadline() + kForTheReader; }
  void Cut() override { incoming_.context->TryCancel(); }

 private:
  const IncomingCall incoming_;
  CallGate* const gate_;
  StreamWatch* const watch_;
  bool entered_ = false;
  absl::Status status_;
};

template <typename Work, typename Request>
Stream<Work>* StartStream(const ServiceContext* context, const IncomingCall& incoming,
                          const Request& request, StreamWatch* watch) {
  const StallMonitor::Scope reaction(context->gate->Reactions(), incoming.method);
  auto* stream = new Stream<Work>(*context, incoming, request, watch);
  if (const absl::Status entered = stream->Enter(context->stream_limits); !entered.ok()) {
    stream->Work::Finish(entered);
  } else {
    context->workers->Submit(stream, [stream] { stream->Begin(); });
  }
  return stream;
}

}  // namespace

AnalysisStreams::AnalysisStreams(const ServiceContext* context)
    : context_(context), watch_(std::make_unique<StreamWatch>()) {}

AnalysisStreams::~AnalysisStreams() = default;

grpc::ServerWriteReactor<v1::AnalyzeResponse>* AnalysisStreams::Start(
    const IncomingCall& incoming, const v1::AnalyzeRequest& request) {
  return StartStream<AnalyzeCall>(context_, incoming, request, watch_.get());
}

grpc::ServerWriteReactor<v1::AnalyzeGameResponse>* AnalysisStreams::Start(
    const IncomingCall& incoming, const v1::AnalyzeGameRequest& request) {
  return StartStream<ReviewCall>(context_, incoming, request, watch_.get());
}

}  // namespace kvintet::serving
