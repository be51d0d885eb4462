// TimePrecisions: how fast networks of a width are here in each format, in a short trial.
#pragma once

#include <absl/status/statusor.h>

#include "training/network/tower/precision.h"

namespace kvintet::network {

// Evaluations (rows) per second of one thread; 0 where a format does not exist or is not fast.
struct TrialRates {
  double fp32 = 0;
  // fp32 by Winograd's convolutions.
  double winograd = 0;
  double bf16 = 0;

  bool operator==(const TrialRates&) const = default;
};

// Wider networks are tried as if they had so many channels: the ratio no longer changes.
inline constexpr int kMostTrialChannels = 256;

// Times two blocks of so many channels on a board of 15 x 15, the formats by turns, for a quarter
// of a second and at least once. The best of each counts, so that other load on the machine has
// little say. Fails as Network does. REQUIRES: 1 <= channels <= kMostTrialChannels.
absl::StatusOr<TrialRates> TimePrecisions(const Device& device, int channels);

}  // namespace kvintet::network
