// ToGrpcStatus, FromGrpcStatus: see the header.
#include "serving/errors/grpc_status.h"

#include <grpcpp/support/status.h>

#include <string>

#include "absl/strings/cord.h"

#include "serving/errors/refusal.h"

namespace kvintet::serving {

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) {
    return grpc::Status::OK;
  }
  const bool has_reason = ReasonOf(status) != v1::REASON_UNSPECIFIED;
  const absl::Status refusal =
      has_reason ? status : Refusal(DefaultReason(status.code()), status.message());
  v1::ErrorStatus wire;
  wire.set_code(static_cast<int>(status.code()));
  wire.set_message(std::string(refusal.message()));
  const auto add = [&wire](absl::string_view type, const absl::Cord& detail) {
    google::protobuf::Any* any = wire.add_details();
    any->set_type_url(std::string(type));
    any->set_value(std::string(detail));
  };
  refusal.ForEachPayload(add);
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), wire.message(),
                      wire.SerializeAsString());
}

absl::Status FromGrpcStatus(const grpc::Status& status) {
  absl::Status result(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  v1::ErrorStatus wire;
  if (wire.ParseFromString(status.error_details())) {
    for (const google::protobuf::Any& any : wire.details()) {
      result.SetPayload(any.type_url(), absl::Cord(any.value()));
    }
  }
  return result;
}

}  // namespace kvintet::serving
