// Endpoint: see the header.
#include "serving/net/endpoint.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/impl/server_builder_option.h>
#include <unistd.h>

#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;

// A connection that has not completed its handshake by then is closed.
constexpr int kHandshakeMs = 10000;
// A silent client is pinged after this time, and dropped if it does not answer.
constexpr int kKeepaliveMs = 20000;
constexpr int kKeepaliveTimeoutMs = 10000;
constexpr int kMaxMetadataBytes = 8192;
// Time for calls to end after they have been cancelled.
constexpr milliseconds kLastCalls(1000);

// Removes reflection from one server; gRPC adds it to all of them.
class NoReflection final : public grpc::ServerBuilderOption {
 public:
  void UpdateArguments(grpc::ChannelArguments* /*arguments*/) override {}
  void UpdatePlugins(std::vector<std::unique_ptr<grpc::ServerBuilderPlugin>>* plugins) override {
    const std::string name = grpc::reflection::ProtoServerReflectionPlugin().name();
    std::erase_if(*plugins, [&](const auto& plugin) { return plugin->name() == name; });
  }
};

void Prepare(const EndpointOptions& options, grpc::ServerBuilder* builder) {
  builder->SetMaxReceiveMessageSize(options.max_request_bytes);
  builder->AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, options.max_streams);
  builder->AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  builder->AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshakeMs);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  if (!options.reflection) {
    builder->SetOption(std::make_unique<NoReflection>());
  }
}

}  // namespace

// Hands a connection that we have accepted to gRPC.
struct Endpoint::Acceptor {
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> taker;
};

Endpoint::Endpoint() = default;
Endpoint::~Endpoint() = default;

absl::StatusOr<std::unique_ptr<Endpoint>> Endpoint::Open(Listener listener,
                                                         const EndpointOptions& options,
                                                         std::span<grpc::Service* const> services) {
  using Type = grpc::ServerBuilder::experimental_type::ExternalConnectionType;
  auto endpoint = std::unique_ptr<Endpoint>(new Endpoint());
  endpoint->address_ = listener.Address();
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  Prepare(options, &builder);
  for (grpc::Service* service : services) {
    builder.RegisterService(service);
  }
  endpoint->acceptor_ = std::make_unique<Acceptor>();
  endpoint->acceptor_->taker = builder.experimental().AddExternalConnectionAcceptor(
      Type::FROM_FD,
      options.credentials == nullptr ? grpc::InsecureServerCredentials() : options.credentials);
  endpoint->server_ = builder.BuildAndStart();
  if (endpoint->server_ == nullptr) {
    return absl::UnavailableError(absl::StrCat("cannot serve on ", endpoint->address_.Text()));
  }
  const int listening = listener.Descriptor();
  auto* taker = endpoint->acceptor_->taker.get();
  endpoint->loop_ = std::make_unique<AcceptLoop>(
      std::move(listener), options.connections, [taker, listening](int descriptor) {
        grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters connection;
        connection.listener_fd = listening;
        connection.fd = descriptor;
        taker->HandleNewConnection(&connection);
      });
  return endpoint;
}

ConnectionCounts Endpoint::Counts() const {
  return loop_ == nullptr ? ConnectionCounts() : loop_->Counts();
}

void Endpoint::SetHealth(const std::string& service, bool serving) {
  server_->GetHealthCheckService()->SetServingStatus(service, serving);
}

std::shared_ptr<grpc::Channel> Endpoint::InProcess() const {
  return server_->InProcessChannel(grpc::ChannelArguments());
}

bool Endpoint::TakesConnections(milliseconds time) const {
  const auto end = std::chrono::steady_clock::now() + time;
  const uint64_t before = Counts().accepted;
  const absl::StatusOr<int> descriptor = ConnectTo(address_);
  if (!descriptor.ok()) {
    return false;
  }
  while (Counts().accepted == before && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  close(*descriptor);
  return Counts().accepted != before;
}

void Endpoint::Shutdown() {
  loop_.reset();
  server_->Shutdown(std::chrono::system_clock::now() + kLastCalls);
  server_->Wait();
}

}  // namespace kvintet::serving
