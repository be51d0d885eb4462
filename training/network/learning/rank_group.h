// RankGroup: learners that take every gradient step together, each in a process of its own, over
// LibTorch's c10d; internal to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace kvintet::network {

// Ranks take whole parts of so many rows of a batch, as threads do: sums of floats depend on their
// order.
inline constexpr int64_t kChunkRows = 64;

// Which member of which group a learner is.
struct RankPlace {
  // From 0, the rank that leads.
  int rank = 0;
  int ranks = 1;
  // After so long without a sign of life a member is taken for lost.
  double timeout_seconds = 30;
  // A file where the members find each other: empty at first, and for one group only.
  std::string store = {};
};

// All members call the same functions in the same order. Each may wait for the others; Unavailable
// if one of them is lost, after which the group is of no more use. One call at a time.
class RankGroup {
 public:
  explicit RankGroup(const RankPlace& place) : place_(place) {}
  virtual ~RankGroup() = default;
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;

  int Rank() const { return place_.rank; }
  int Ranks() const { return place_.ranks; }

  // This rank's share of `count` things in a row: the first, and one past the last. Rank 0 has one
  // at least.
  std::pair<int64_t, int64_t> Part(int64_t count) const;

  // Takes over, at all ranks, what rank `root` has.
  virtual absl::Status Broadcast(int root, std::span<std::byte> bytes) = 0;

  // The parts of a sum that goes from rank to rank, so that its terms are added in the order of the
  // ranks, as one process adds them.
  using Sum = std::span<const std::span<std::byte>>;
  // First fetches what the ranks before have summed (at rank 0: nothing), ...
  absl::Status FetchSum(Sum sum);
  // ... then, with this rank's terms added, passes it on and waits for the whole.
  absl::Status FinishSum(Sum sum);

 protected:
  virtual absl::Status Send(int to, std::span<std::byte> bytes) = 0;
  virtual absl::Status Receive(int from, std::span<std::byte> bytes) = 0;

 private:
  const RankPlace place_;
};

// Whether this build has what groups need: c10d with Gloo, and its headers.
bool HasRankGroups();

// Meets the other members. Unavailable if they do not come in time, Unimplemented without Gloo.
absl::StatusOr<std::unique_ptr<RankGroup>> JoinRankGroup(const RankPlace& place);

// The bytes of a value or of an array, to go through a group.
template <typename T>
std::span<std::byte> BytesOf(T* values, size_t count = 1) {
  static_assert(std::is_trivially_copyable_v<T>, "a rank takes over its bytes");
  return std::as_writable_bytes(std::span(values, count));
}

}  // namespace kvintet::network
