// ToGrpcStatus, FromGrpcStatus: our statuses and the wire's: the same codes, the same details.
#pragma once

#include "absl/status/status.h"

namespace grpc {
class Status;
}

namespace kvintet::serving {

grpc::Status ToGrpcStatus(const absl::Status& status);
absl::Status FromGrpcStatus(const grpc::Status& status);

}  // namespace kvintet::serving
