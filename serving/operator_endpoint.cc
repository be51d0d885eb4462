// OperatorEndpoint: see the header.
#include "serving/operator_endpoint.h"

#include <grpcpp/impl/service_type.h>

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "serving/net/listener.h"

namespace kvintet::serving {
namespace {

// Limit of calls in progress, and of connections.
constexpr int kOperators = 16;

AdminContext WithOwn(AdminContext context, CallGate* gate, WorkerPool* workers) {
  context.gate = gate;
  context.workers = workers;
  return context;
}

}  // namespace

OperatorEndpoint::OperatorEndpoint(AdminContext context, ServiceMetrics* metrics,
                                   CallGate::Report report)
    : gate_(
          kOperators, [this](auto method, auto caller) { return operators_.Check(method, caller); },
          std::move(report)),
      workers_(std::make_unique<WorkerPool>(1, kOperators, metrics)),
      context_(WithOwn(std::move(context), &gate_, workers_.get())),
      service_(MakeAdminService(&context_)) {}

OperatorEndpoint::~OperatorEndpoint() = default;

absl::Status OperatorEndpoint::Listen(const ServeConfig& config) {
  if (config.admin().empty()) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const ListenAddress address, ParseListenAddress(config.admin()));
  if (address.path.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("admin: wanted unix:PATH, found '", config.admin(), "'"));
  }
  KVINTET_ASSIGN_OR_RETURN(Listener listener, Listener::Open(address, Callers::kOwner));
  const EndpointOptions options = {.connections = {.total = kOperators, .per_address = kOperators},
                                   .max_request_bytes = kGrpcSlack * config.max_request_bytes(),
                                   .max_streams = kGrpcSlack * kOperators,
                                   .reflection = config.reflection() != ServeConfig::NEVER};
  grpc::Service* service = service_.get();
  KVINTET_ASSIGN_OR_RETURN(endpoint_, Endpoint::Open(std::move(listener), options, {&service, 1}));
  return absl::OkStatus();
}

void OperatorEndpoint::Shutdown() {
  gate_.Close();
  if (endpoint_ != nullptr) {
    endpoint_->Shutdown();
  }
}

}  // namespace kvintet::serving
