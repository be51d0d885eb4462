// TimePrecisions: a short trial of how fast networks of a width are on this machine in each format.
#pragma once

#include <absl/status/statusor.h>

#include "training/network/tower/precision.h"

namespace kvintet::network {

// Evaluations (rows) per second of one thread; 0 if a format does not exist or is not fast.
struct TrialRates {
  double fp32 = 0;
  // fp32 with Winograd convolutions.
  double winograd = 0;
  double bf16 = 0;

  bool operator==(const TrialRates&) const = default;
};

// Wider networks are tried with this many channels, since the ratio no longer changes beyond it.
inline constexpr int kMaxTrialChannels = 256;

// Times two blocks with `channels` channels on a 15 x 15 board, alternating the formats, for a
// quarter of a second and at least once each. The best time of each format counts, so that other
// load on the machine has little effect. Fails as Network does. REQUIRES: 1 <= channels <=
// kMaxTrialChannels.
absl::StatusOr<TrialRates> TimePrecisions(const Device& device, int channels);

}  // namespace kvintet::network
