// ToGrpcStatus, FromGrpcStatus: convert between absl::Status and grpc::Status, keeping codes and
// details.
#pragma once

#include "absl/status/status.h"

namespace grpc {
class Status;
}

namespace kvintet::serving {

grpc::Status ToGrpcStatus(const absl::Status& status);
absl::Status FromGrpcStatus(const grpc::Status& status);

}  // namespace kvintet::serving
