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

// The key of a request: its id, and a body of everything except the id and the token.
template <typename Request>
matches::RequestKey KeyOf(Request request) {
  matches::RequestKey key = {.id = request.request_id()};
  request.clear_request_id();
  key.body = request.SerializeAsString();
  return key;
}

// Parses a stored reply.
template <typename Response>
absl::Status Read(const absl::StatusOr<std::string>& reply, Response* response) {
  KVINTET_RETURN_IF_ERROR(reply.status());
  return response->ParseFromString(*reply) ? absl::OkStatus()
                                           : absl::DataLossError("the stored answer is damaged");
}

// Replaces an agent's level with its current numbers, so that the match keeps them. Errors:
// BAD_FIELD, BAD_BUDGET, with the field in a message that has `players`.
absl::Status ResolveAgent(const ServiceContext& context, const v1::NewPlayer& message,
                          const std::string& game, matches::PlayerSettings* player);

}  // namespace kvintet::serving
