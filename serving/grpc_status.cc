// ToGrpcStatus, FromGrpcStatus: see the header.
#include "serving/grpc_status.h"

#include <grpcpp/support/status.h>

#include <string>

namespace kvintet::serving {

grpc::Status ToGrpcStatus(const absl::Status& status) {
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), std::string(status.message()));
}

absl::Status FromGrpcStatus(const grpc::Status& status) {
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
}

}  // namespace kvintet::serving
