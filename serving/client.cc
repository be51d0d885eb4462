// Client: see the header.
#include "serving/client.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <future>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "serving/errors/grpc_status.h"
#include "serving/net/metadata.h"

namespace kvintet::serving {

using google::protobuf::Message;
using google::protobuf::MethodDescriptor;

using GenericStub = grpc::TemplatedGenericStub<Message, Message>;

struct Client::Stub {
  explicit Stub(const std::shared_ptr<grpc::Channel>& channel) : generic(channel) {}
  GenericStub generic;
};

namespace {

void Prepare(grpc::ClientContext* context, Client::Timeout timeout,
             const std::string& authorization) {
  context->set_deadline(std::chrono::system_clock::now() + timeout);
  if (!authorization.empty()) {
    context->AddMetadata("authorization", authorization);
  }
}

// The method that takes one message; null if there is none. It is in the same schema.
const MethodDescriptor* MethodThatTakes(const google::protobuf::Descriptor& request) {
  const google::protobuf::FileDescriptor& file = *request.file();
  for (int i = 0; i < file.service_count(); ++i) {
    for (int k = 0; k < file.service(i)->method_count(); ++k) {
      const MethodDescriptor* const method = file.service(i)->method(k);
      if (method->input_type() == &request) {
        return method;
      }
    }
  }
  return nullptr;
}

// The path of the method that takes `request` and returns `response`, "/package.Service/Method".
absl::StatusOr<std::string> PathOf(const Message& request, const Message& response,
                                   bool is_stream) {
  const MethodDescriptor* const method = MethodThatTakes(*request.GetDescriptor());
  if (method == nullptr || method->output_type() != response.GetDescriptor() ||
      method->server_streaming() != is_stream || method->client_streaming()) {
    return absl::InternalError(absl::StrCat("no ", is_stream ? "stream" : "call", " takes ",
                                            request.GetTypeName(), " and returns ",
                                            response.GetTypeName()));
  }
  return absl::StrCat("/", method->service()->full_name(), "/", method->name());
}

// A stream of messages that is read by one thread, which waits for each step.
class Stream {
 public:
  Stream(GenericStub* stub, grpc::ClientContext* context, const std::string& path)
      : stream_(stub->PrepareCall(context, path, &queue_)) {}
  ~Stream() {
    queue_.Shutdown();
    Done();
  }

  // Sends the request. False, like Read, if the stream has ended.
  bool Start(const Message& request) {
    stream_->StartCall(nullptr);
    if (!Done()) {
      return false;
    }
    stream_->WriteLast(request, grpc::WriteOptions(), nullptr);
    return Done();
  }
  bool Read(Message* response) {
    stream_->Read(response, nullptr);
    return Done();
  }
  grpc::Status Finish() {
    grpc::Status status;
    stream_->Finish(&status, nullptr);
    Done();
    return status;
  }

 private:
  bool Done() {
    void* tag = nullptr;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }

  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::ClientAsyncReaderWriter<Message, Message>> stream_;
};

}  // namespace

Client::Client(std::unique_ptr<Stub> stub, const std::string& token)
    : stub_(std::move(stub)), authorization_(token.empty() ? "" : "Bearer " + token) {}
Client::~Client() = default;

absl::StatusOr<std::unique_ptr<Client>> Client::Connect(const std::string& address, Timeout timeout,
                                                        const ClientSecurity& security) {
  if (!IsMetadataText(security.token)) {
    return absl::InvalidArgumentError("token: wanted printable ASCII characters, found others");
  }
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::ChannelCredentials> credentials,
                           MakeChannelCredentials(security));
  grpc::ChannelArguments arguments;
  // Connections are not shared with other clients in the process.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // A page of moves may be large.
  arguments.SetMaxReceiveMessageSize(-1);
  if (!security.server_name.empty()) {
    arguments.SetSslTargetNameOverride(security.server_name);
  }
  const auto channel = grpc::CreateCustomChannel(address, credentials, arguments);
  if (!channel->WaitForConnected(std::chrono::system_clock::now() + timeout)) {
    return absl::UnavailableError(absl::StrCat(
        security.server_ca.empty() ? "no server answers at " : "no trusted server answers at ",
        address));
  }
  return std::unique_ptr<Client>(new Client(std::make_unique<Stub>(channel), security.token));
}

absl::Status Client::Call(const Message& request, Timeout timeout, Message* response) {
  KVINTET_ASSIGN_OR_RETURN(const std::string path, PathOf(request, *response, false));
  grpc::ClientContext context;
  Prepare(&context, timeout, authorization_);
  std::promise<grpc::Status> ended;
  stub_->generic.UnaryCall(&context, path, grpc::StubOptions(), &request, response,
                           [&ended](grpc::Status status) { ended.set_value(std::move(status)); });
  return FromGrpcStatus(ended.get_future().get());
}

absl::Status Client::Follow(const Message& request, Timeout timeout, Message* response,
                            const std::function<bool()>& see) {
  KVINTET_ASSIGN_OR_RETURN(const std::string path, PathOf(request, *response, true));
  grpc::ClientContext context;
  Prepare(&context, timeout, authorization_);
  Stream stream(&stub_->generic, &context, path);
  bool read = stream.Start(request) && stream.Read(response);
  for (; read; read = stream.Read(response)) {
    if (!see()) {
      context.TryCancel();
      stream.Finish();
      return absl::OkStatus();
    }
  }
  return FromGrpcStatus(stream.Finish());
}

}  // namespace kvintet::serving
