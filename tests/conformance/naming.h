// Conformance checks of names, texts and scenes: they are unambiguous and read back.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Legal actions have distinct names, without the separators of records.
absl::Status CheckActionNames(const Game& game, const Effort& effort);
// Whole moves have distinct texts that read back to their actions; other texts are refused.
absl::Status CheckMoveTexts(const Game& game, const Effort& effort);
// Positions read back from their texts with the same actors and legal actions.
absl::Status CheckPositionTexts(const Game& game, const Effort& effort);
// Texts with an error are refused, or are positions that can be played.
absl::Status CheckWrongPositionTexts(const Game& game, const Effort& effort);
// Records read back to the same position.
absl::Status CheckRecords(const Game& game, const Effort& effort);
// Seat records read back to the same view and the same record.
absl::Status CheckSeatRecords(const Game& game, const Effort& effort);
// Records with an error are refused or read back; nothing crashes.
absl::Status CheckWrongRecords(const Game& game, const Effort& effort);
// A scene shows each legal action exactly once, and its shapes are well formed.
absl::Status CheckScenes(const Game& game, const Effort& effort);
// Legal actions have distinct indices in the policy.
absl::Status CheckPolicyIndices(const Game& game, const Effort& effort);
// The same seed gives the same trace, other seeds give others; 0 is a valid seed.
absl::Status CheckSeeds(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
