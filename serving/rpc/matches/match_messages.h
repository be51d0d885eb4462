// Converts messages of MatchService to our own types and back.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"

#include "kvintet_api/v1/match.pb.h"
#include "matches/report/match_report.h"
#include "matches/settings/match_settings.h"
#include "matches/state/match_acts.h"
#include "matches/state/match_list.h"
#include "matches/state/match_view.h"

namespace kvintet::serving {

// Scores are stored as whole tenths of a point.
inline constexpr double kTenthsOfPoint = 10;

// Unset fields get the defaults of the game's rules. NotFound, InvalidArgument.
absl::StatusOr<matches::MatchSettings> FromMessage(const v1::CreateMatchRequest& request,
                                                   const matches::GameFinder& find);
// InvalidArgument for a number that the enum does not have.
absl::StatusOr<matches::ActKind> FromMessage(v1::ActRequest::Kind kind);

// Unset fields get the defaults of the rules. InvalidArgument, with the field in the message.
absl::StatusOr<matches::PlayerSettings> FromMessage(const v1::NewPlayer& message);
// BAD_FIELD if the kind is missing, and for fields that the kind does not have.
absl::StatusOr<envs::ClockSettings> FromMessage(const v1::Clock& message);
// Whether seats are drawn by lot. InvalidArgument for a number that the enum does not have.
absl::StatusOr<bool> IsByLot(v1::SeatOrder seats);
matches::ColourWish FromMessage(const v1::ColourWish& message);
// The game named by a request's field `game`. NotFound, InvalidArgument.
absl::StatusOr<std::shared_ptr<const envs::Game>> FindGame(const std::string& text,
                                                           const matches::GameFinder& find);

v1::Clock ToMessage(const envs::ClockSettings& clock);
// The model that plays for an agent, with the requested level and variety.
v1::AgentModel ToMessage(const matches::PlayingAgent& agent, int level, double variety);
v1::DirectorAct ToMessage(const matches::ToldAct& told);
v1::MatchState ToMessage(const matches::MatchView& sight);
v1::MatchEvent ToMessage(const matches::SeenEvent& event);
v1::MatchEnd ToMessage(const matches::MatchEnd& end);
v1::MatchSummary ToMessage(const matches::MatchSummary& summary);

}  // namespace kvintet::serving
