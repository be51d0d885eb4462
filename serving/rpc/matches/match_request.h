// KeyOf, Read, ResolveAgent: what requests about matches have in common.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/match.pb.h"
#include "matches/store/match_answers.h"
#include "serving/rpc/matches/served_agents.h"

namespace kvintet::serving {

// All that the request says but who says it and under which id.
template <typename Request>
RequestKey KeyOf(Request request) {
  RequestKey key = {.id = request.request_id()};
  request.clear_request_id();
  key.body = request.SerializeAsString();
  return key;
}

// A reply as it is kept with its request.
template <typename Response>
absl::Status Read(const absl::StatusOr<std::string>& reply, Response* response) {
  KVINTET_RETURN_IF_ERROR(reply.status());
  return response->ParseFromString(*reply) ? absl::OkStatus()
                                           : absl::DataLossError("the kept answer is damaged");
}

// What an agent's level stands for now, written to the player: a match stays as it was made.
// BAD_FIELD, BAD_BUDGET, with the field in a message that has `players`.
absl::Status ResolveAgent(const ServiceContext& context, const v1::NewPlayer& message,
                          const std::string& game, PlayerSettings* player);

}  // namespace kvintet::serving
