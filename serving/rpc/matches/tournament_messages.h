// Converts messages of TournamentService to our own types and back.
#pragma once

#include <array>

#include "absl/status/statusor.h"
#include "google/protobuf/repeated_field.h"

#include "kvintet_api/v1/tournament_service.pb.h"
#include "matches/store/match_answers.h"
#include "serving/rpc/matches/match_messages.h"

namespace kvintet::serving {

// Unset fields get the defaults of the game's rules. The director's token is not set yet. NotFound,
// or InvalidArgument with the field in the message.
absl::StatusOr<matches::TournamentSettings> FromMessage(const v1::TournamentSettings& message,
                                                        const matches::GameFinder& find);
absl::StatusOr<matches::RoundSettings> FromMessage(const v1::AddMatchesRequest& request);

// Converts points to tenths. InvalidArgument, naming `field`, if they are not a multiple of a tenth
// or out of range.
absl::StatusOr<int> TenthsOf(double points, const std::string& field);

v1::Tournament ToMessage(const matches::TournamentLook& look);
v1::Standing ToMessage(const matches::TableRow& row);

}  // namespace kvintet::serving
