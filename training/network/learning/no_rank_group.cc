// JoinRankGroup for a LibTorch without Gloo, or without its headers.
#include "training/network/learning/rank_group.h"

namespace kvintet::network {

bool HasRankGroups() { return false; }

absl::StatusOr<std::unique_ptr<RankGroup>> JoinRankGroup(const RankPlace&) {
  return absl::UnimplementedError(kWithoutGloo);
}

}  // namespace kvintet::network
