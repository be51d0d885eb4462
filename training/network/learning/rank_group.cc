// RankGroup: the parts common to all kinds of groups.
#include "training/network/learning/rank_group.h"

#include "base/status_macros.h"

namespace kvintet::network {

std::pair<int64_t, int64_t> RankGroup::Part(int64_t count) const {
  const auto begin = [&](int64_t rank) { return (count * rank + Ranks() - 1) / Ranks(); };
  return {begin(Rank()), begin(Rank() + 1)};
}

// A binomial tree, rooted at rank `root`: each rank gets the bytes from the one that differs in its
// lowest bit, counted from the root, and passes them on to those below that bit.
absl::Status RankGroup::Broadcast(int root, std::span<std::byte> bytes) {
  const int own = (Rank() - root + Ranks()) % Ranks();
  const auto rank = [&](int place) { return (place + root) % Ranks(); };
  int bit = 1;
  for (; bit < Ranks(); bit *= 2) {
    if ((own & bit) != 0) {
      KVINTET_RETURN_IF_ERROR(Receive(rank(own - bit), bytes));
      break;
    }
  }
  for (bit /= 2; bit > 0; bit /= 2) {
    if (own + bit < Ranks()) {
      KVINTET_RETURN_IF_ERROR(Send(rank(own + bit), bytes));
    }
  }
  return absl::OkStatus();
}

absl::Status RankGroup::FetchSum(Sum sum) {
  if (Rank() > 0) {
    for (const std::span<std::byte> part : sum) {
      KVINTET_RETURN_IF_ERROR(Receive(Rank() - 1, part));
    }
  }
  return absl::OkStatus();
}

absl::Status RankGroup::FinishSum(Sum sum) {
  if (Rank() + 1 < Ranks()) {
    for (const std::span<std::byte> part : sum) {
      KVINTET_RETURN_IF_ERROR(Send(Rank() + 1, part));
    }
  }
  for (const std::span<std::byte> part : sum) {
    KVINTET_RETURN_IF_ERROR(Broadcast(Ranks() - 1, part));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::network
