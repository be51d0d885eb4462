// OperatorEndpoint: the operators' service on a Unix socket of its own (ServeConfig::admin).
#pragma once

#include <memory>

#include "absl/status/status.h"

#include "proto/serve_config.pb.h"
#include "serving/auth/access.h"
#include "serving/calls/call.h"
#include "serving/engine/worker_pool.h"
#include "serving/monitoring/service_metrics.h"
#include "serving/net/endpoint.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// Its calls have a gate and a thread of their own, so that operators are answered while the service
// is busy or draining.
class OperatorEndpoint {
 public:
  // Borrows `metrics` and what `context` points to; its gate and workers are filled in here.
  OperatorEndpoint(AdminContext context, ServiceMetrics* metrics, CallGate::Report report);
  ~OperatorEndpoint();

  // Listens, if an address is configured. InvalidArgument if it is not a Unix socket.
  absl::Status Listen(const ServeConfig& config);
  // Admits no calls from now on, and waits until those in progress have ended.
  void Shutdown();

 private:
  // Every caller that can connect to the socket.
  const Access operators_{nullptr, Role::kOperator};
  CallGate gate_;
  std::unique_ptr<WorkerPool> workers_;
  const AdminContext context_;
  const std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<Endpoint> endpoint_;
};

}  // namespace kvintet::serving
