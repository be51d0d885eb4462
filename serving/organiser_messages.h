// Messages of OrganiserService to our own types and back.
#pragma once

#include <array>

#include "absl/status/statusor.h"
#include "google/protobuf/repeated_field.h"

#include "proto/kvintet/v1/organiser.pb.h"
#include "serving/match/match_answers.h"
#include "serving/match_messages.h"

namespace kvintet::serving {

// What is left open is as the game's rules have it; the organiser's token is not there yet.
// NotFound, InvalidArgument, with the field in the message.
absl::StatusOr<EventSettings> FromMessage(const v1::EventSettings& message, const GameFinder& find);
absl::StatusOr<RoundSettings> FromMessage(const v1::AddMatchesRequest& request);

// Tenths of points. InvalidArgument, naming `field`, for what is finer, or out of range.
absl::StatusOr<int> TenthsOf(double points, const std::string& field);

v1::Event ToMessage(const EventLook& look);
v1::Standing ToMessage(const TableRow& row);

}  // namespace kvintet::serving
