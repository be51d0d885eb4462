// Input that the calls of AnalysisService have in common, such as the view and the seed.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

#include "kvintet_api/v1/game_state.pb.h"
#include "serving/engine/requested_state.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// Reads a state that may be analysed. TELLS_MORE if the client reveals more than its seat may know,
// unless it says so; LIVE_MATCH if the state belongs to a match in play; errors of
// RequestedState::Read.
absl::StatusOr<RequestedState> ReadForAnalysis(const ServiceContext& context,
                                               const v1::GameState& message, bool omniscient);

// What the deciding seat knows. Also errors of RequestedState::ActingView.
absl::StatusOr<PointOfView> ReadView(const ServiceContext& context, const v1::GameState& message,
                                     bool omniscient);

// NO_TRAINED_MODEL if the request requires a trained model and the game has none.
absl::Status CheckTrained(const ServedGame& served, bool trained_only);

// BAD_BUDGET unless `simulations` is between 0 and the server's limit.
absl::Status CheckSimulations(const ServiceContext& context, int simulations);

// The level of a game (LevelTable::Find). BAD_BUDGET if it needs more than the server allows, since
// an agent with less would be weaker than its level.
absl::StatusOr<StrengthLevel> LevelOf(const ServiceContext& context, const std::string& game,
                                      int level);

// BAD_FIELD unless `good`, with a text such as "first: wanted 0 or more, found -1".
absl::Status CheckField(bool good, const char* field, const std::string& wanted, int64_t found);

// A seed for calls that do not specify one.
uint64_t RandomSeed();

// Milliseconds from `arrival` until now.
double MillisecondsSince(Clock::time_point arrival);

}  // namespace kvintet::serving
