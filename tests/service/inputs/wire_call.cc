// Wire: see the header.
#include "tests/service/inputs/wire_call.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include "serving/errors/grpc_status.h"

namespace kvintet::testing {
namespace {

std::string BytesOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (buffer.Dump(&slices).ok()) {
    for (const grpc::Slice& slice : slices) {
      bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
    }
  }
  return bytes;
}

grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(-1);
  return arguments;
}

}  // namespace

struct Wire::Connection {
  grpc::GenericStub stub;
  grpc::CompletionQueue queue;

  // Waits for the one operation in progress.
  bool Next() {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  }
};

Wire::Wire(const std::string& address)
    : connection_(new Connection{grpc::GenericStub(grpc::CreateCustomChannel(
                                     address, grpc::InsecureChannelCredentials(), Arguments())),
                                 {}}) {}

Wire::~Wire() { connection_->queue.Shutdown(); }

WireAnswer Wire::Call(const std::string& method, const std::string& request, size_t most,
                      std::chrono::milliseconds timeout, const std::string& authorization) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  context.set_wait_for_ready(true);
  if (!authorization.empty()) {
    context.AddMetadata("authorization", authorization);
  }
  const auto call = connection_->stub.PrepareCall(&context, "/" + method, &connection_->queue);
  call->StartCall(nullptr);
  bool going = connection_->Next();
  if (going) {
    const grpc::Slice slice(request);
    call->WriteLast(grpc::ByteBuffer(&slice, 1), grpc::WriteOptions(), nullptr);
    connection_->Next();
  }
  WireAnswer answer;
  while (going && answer.messages.size() < most) {
    grpc::ByteBuffer message;
    call->Read(&message, nullptr);
    going = connection_->Next();
    if (going) {
      answer.messages.push_back(BytesOf(message));
    }
  }
  if (going) {
    context.TryCancel();
  }
  grpc::Status status;
  call->Finish(&status, nullptr);
  connection_->Next();
  answer.status = going ? absl::OkStatus() : serving::FromGrpcStatus(status);
  return answer;
}

}  // namespace kvintet::testing
