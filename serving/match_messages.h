// Messages of MatchService to our own types and back.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "proto/kvintet/v1/match.pb.h"
#include "serving/match/match_acts.h"
#include "serving/match/match_report.h"
#include "serving/match/match_settings.h"
#include "serving/match/match_sight.h"

namespace kvintet::serving {

// What is left open is as the game's rules have it. NotFound, InvalidArgument.
absl::StatusOr<MatchSettings> FromMessage(const v1::CreateMatchRequest& request,
                                          const GameFinder& find);
// InvalidArgument for a number that is none of the enum's.
absl::StatusOr<ActKind> FromMessage(v1::ActRequest::Kind kind);

v1::MatchState ToMessage(const MatchSight& sight);
v1::MatchEvent ToMessage(const SeenEvent& event);
v1::MatchEnd ToMessage(const MatchEnd& end);
v1::MatchSummary ToMessage(const MatchSummary& summary);

}  // namespace kvintet::serving
