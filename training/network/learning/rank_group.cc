// RankGroup: the parts common to all kinds of groups.
#include "training/network/learning/rank_group.h"

#include "base/status_macros.h"

namespace kvintet::network {

std::pair<int64_t, int64_t> RankGroup::Part(int64_t count) const {
  const auto begin = [&](int64_t rank) { return (count * rank + Ranks() - 1) / Ranks(); };
  return {begin(Rank()), begin(Rank() + 1)};
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
