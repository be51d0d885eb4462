// InProcessCalls: see the header.
#include "serving/http/in_process_calls.h"

#include <grpcpp/completion_queue.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <utility>
#include <vector>

#include "serving/calls/caller_address.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

grpc::ByteBuffer BufferOf(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

std::string Joined(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (buffer.Dump(&slices).ok()) {
    bytes.reserve(buffer.Length());
    for (const grpc::Slice& slice : slices) {
      bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
    }
  }
  return bytes;
}

// gRPC's own errors, for example of a deadline that has passed, have no reason.
absl::Status WithSomeReason(const absl::Status& status) {
  return absl::IsUnimplemented(status) ? status : WithReason(status, DefaultReason(status.code()));
}

}  // namespace

// The channel, and the queue of what gRPC has done.
struct InProcessCalls::Transport {
  explicit Transport(const std::shared_ptr<grpc::Channel>& channel) : stub(channel) {}
  grpc::GenericStub stub;
  grpc::CompletionQueue queue;
};

// Does one operation at a time, so that what the queue returns needs no name. It reads until that
// fails, and only then asks for the status.
class InProcessCalls::Call final : public InProcessCall {
 public:
  Call(const OutgoingCall& outgoing, CallEvents events)
      : message_(BufferOf(outgoing.message)), events_(std::move(events)) {
    if (!outgoing.authorization.empty()) {
      context_.AddMetadata("authorization", outgoing.authorization);
    }
    context_.AddMetadata(kCallerAddress, SealAddress(outgoing.caller));
    if (outgoing.timeout) {
      context_.set_deadline(std::chrono::system_clock::now() + *outgoing.timeout);
    }
  }

  void Start(const std::string& path, Transport* transport) {
    const std::lock_guard lock(mutex_);
    stream_ = transport->stub.PrepareCall(&context_, path, &transport->queue);
    stream_->StartCall(this);
  }

  // The operation in progress is done. False if the call has ended.
  bool Proceed(bool ok) {
    std::unique_lock lock(mutex_);
    switch (step_) {
      case Step::kStart:
        ok ? Send() : Finish();
        return true;
      case Step::kSend:
        Read();
        return true;
      case Step::kRead:
        if (!ok) {
          Finish();
          return true;
        }
        if (cancelled_) {
          Read();
          return true;
        }
        step_ = Step::kWait;
        lock.unlock();
        events_.message(Joined(received_));
        return true;
      default:
        lock.unlock();
        events_.ended(WithSomeReason(FromGrpcStatus(status_)));
        return false;
    }
  }

  void ReadNext() override {
    const std::lock_guard lock(mutex_);
    if (step_ == Step::kWait) {
      Read();
    }
  }
  void Cancel() override {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    context_.TryCancel();
    if (step_ == Step::kWait) {
      Read();
    }
  }

 private:
  enum class Step { kStart, kSend, kRead, kWait, kFinish };

  // REQUIRES for the functions below: mutex_ is held, and no operation is in progress.
  void Send() {
    step_ = Step::kSend;
    stream_->WriteLast(message_, grpc::WriteOptions(), this);
  }
  void Read() {
    step_ = Step::kRead;
    received_.Clear();
    stream_->Read(&received_, this);
  }
  void Finish() {
    step_ = Step::kFinish;
    stream_->Finish(&status_, this);
  }

  std::mutex mutex_;
  // Guarded by mutex_; the call and its buffers belong to gRPC while an operation is in progress.
  Step step_ = Step::kStart;
  bool cancelled_ = false;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
  const grpc::ByteBuffer message_;
  grpc::ByteBuffer received_;
  grpc::Status status_;
  const CallEvents events_;
};

InProcessCalls::InProcessCalls(const std::shared_ptr<grpc::Channel>& channel)
    : transport_(std::make_unique<Transport>(channel)), thread_([this] { Run(); }) {}

InProcessCalls::~InProcessCalls() {
  {
    std::unique_lock lock(mutex_);
    for (const auto& [call, owned] : calls_) {
      call->Cancel();
    }
    changed_.wait(lock, [this] { return calls_.empty(); });
  }
  transport_->queue.Shutdown();
  thread_.join();
}

std::shared_ptr<InProcessCall> InProcessCalls::Start(const OutgoingCall& outgoing,
                                                     CallEvents events) {
  const auto call = std::make_shared<Call>(outgoing, std::move(events));
  {
    const std::lock_guard lock(mutex_);
    calls_[call.get()] = call;
  }
  call->Start(outgoing.path, transport_.get());
  return call;
}

void InProcessCalls::Run() {
  void* tag = nullptr;
  bool ok = false;
  while (transport_->queue.Next(&tag, &ok)) {
    auto* const call = static_cast<Call*>(tag);
    if (!call->Proceed(ok)) {
      Forget(call);
    }
  }
}

void InProcessCalls::Forget(Call* call) {
  const std::lock_guard lock(mutex_);
  calls_.erase(call);
  changed_.notify_all();
}

}  // namespace kvintet::serving
