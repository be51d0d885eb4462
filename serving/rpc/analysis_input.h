// What calls of AnalysisService have in common: the view to think about, the seed.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

#include "kvintet_api/v1/game_state.pb.h"
#include "serving/engine/situation.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// A situation that may be analysed. TELLS_MORE where the client shows more than its seat may know,
// unless it says so; LIVE_MATCH where a match is being played there; errors of Situation::Read.
absl::StatusOr<Situation> ReadForAnalysis(const ServiceContext& context,
                                          const v1::GameState& message, bool omniscient);

// What the seat that decides there knows. Errors besides: of Situation::ActingView.
absl::StatusOr<PointOfView> ReadView(const ServiceContext& context, const v1::GameState& message,
                                     bool omniscient);

// NO_TRAINED_MODEL where the request wants a trained model and the game has none.
absl::Status CheckTrained(const ServedGame& served, bool trained_only);

// BAD_BUDGET unless 0 to the most that the server allows.
absl::Status CheckSimulations(const ServiceContext& context, int simulations);

// A game's level (LevelTable::Find). BAD_BUDGET where it takes more than the server allows: a
// weaker agent would not be of that level.
absl::StatusOr<StrengthLevel> LevelOf(const ServiceContext& context, const std::string& game,
                                      int level);

// BAD_FIELD unless it is good: "first: wanted 0 or more, found -1".
absl::Status CheckField(bool good, const char* field, const std::string& wanted, int64_t found);

// For calls that name none.
uint64_t RandomSeed();

// Until now.
double MillisecondsSince(Clock::time_point arrival);

}  // namespace kvintet::serving
