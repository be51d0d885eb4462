// TrainingHeads: additional outputs that learn beside policy and value but are not part of models.
//
// They share the trunk and all but the last layers of policy and value, which thereby learn from
// more than one policy and one result per row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet::network {

// Which heads there are.
struct TrainingHeads {
  // A softer version of the policy target; the policy at the game's next row. Policy sizes.
  bool soft_policy = false;
  bool reply_policy = false;
  // The distribution of the margin at the end: kMarginBuckets.
  bool margin = false;
  // Owner of each cell at the end, [3, height, width]: own, the other seat's, nobody's.
  bool ownership = false;

  bool Any() const { return soft_policy || reply_policy || margin || ownership; }
  bool operator==(const TrainingHeads&) const = default;
};

// Bounds of the buckets of own margin minus the other's. The buckets are 0, and for either sign 1,
// 2, 3, 4, 5, 6 to 7, 8 to 10, 11 to 15, 16 to 22, 23 to 31, 32 to 63, 64 and more.
inline constexpr std::array<int64_t, 12> kMarginBounds = {1, 2, 3, 4, 5, 6, 8, 11, 16, 23, 32, 64};
inline constexpr int kMarginBuckets = 2 * static_cast<int>(kMarginBounds.size()) + 1;

// The bucket of a lead, from 0 (worst) to kMarginBuckets - 1.
int MarginBucket(int64_t lead);

// "soft_policy margin", as stored in files; empty for none.
std::string HeadsText(const TrainingHeads& heads);
// The reverse; InvalidArgument for any other text.
absl::StatusOr<TrainingHeads> ParseHeads(absl::string_view text);

}  // namespace kvintet::network
