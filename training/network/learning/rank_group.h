// RankGroup: learners in separate processes that take every gradient step together, over LibTorch's
// c10d; internal to training/network.
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

// Where the members of a group find each other: notes that each leaves for the others.
class RankNotes {
 public:
  RankNotes() = default;
  virtual ~RankNotes() = default;
  RankNotes(const RankNotes&) = delete;
  RankNotes& operator=(const RankNotes&) = delete;

  virtual absl::Status Leave(const std::string& key, const std::string& note) = 0;
  // Waits for a note. Unavailable if it does not come in time, or will not come.
  virtual absl::StatusOr<std::string> Fetch(const std::string& key) = 0;
};

// A learner's place in its group.
struct RankPlace {
  // From 0. Rank 0 leads.
  int rank = 0;
  int ranks = 1;
  // A member that gives no sign of life for this long is considered lost.
  double timeout_seconds = 30;
  // The members connect to each other within this time.
  double meeting_seconds = 10;
  // The address of this machine at which the others reach it.
  std::string address = "127.0.0.1";
  // Empty at first, and used by one group only, while it meets.
  RankNotes* notes = nullptr;
};

// All members call the same functions in the same order. Each call may wait for the others.
// Unavailable if a member is lost; the group is then unusable. One call at a time.
class RankGroup {
 public:
  explicit RankGroup(const RankPlace& place) : place_(place) {}
  virtual ~RankGroup() = default;
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;

  int Rank() const { return place_.rank; }
  int Ranks() const { return place_.ranks; }

  // This rank's part of `count` consecutive items: its first, and one past its last. Rank 0 has at
  // least one.
  std::pair<int64_t, int64_t> Part(int64_t count) const;

  // Replaces the bytes of all ranks by those of rank `root`.
  absl::Status Broadcast(int root, std::span<std::byte> bytes);

  // The arrays of a sum that passes from rank to rank, so that its terms are added in the order of
  // the ranks, as a single process would add them.
  using Sum = std::span<const std::span<std::byte>>;
  // First fetches the sum over the ranks before this one (rank 0: nothing) ...
  absl::Status FetchSum(Sum sum);
  // ... then, after the caller has added this rank's terms, passes it on and waits for the total.
  absl::Status FinishSum(Sum sum);

 protected:
  virtual absl::Status Send(int to, std::span<std::byte> bytes) = 0;
  virtual absl::Status Receive(int from, std::span<std::byte> bytes) = 0;

 private:
  const RankPlace place_;
};

// Whether this build has what groups need: c10d with Gloo, and its headers. The message if not.
bool HasRankGroups();
inline constexpr char kWithoutGloo[] =
    "this build has no Gloo, which several ranks need: install its headers (Debian: libgloo-dev), "
    "then configure again";

// Joins the other members. Unavailable if they do not come in time, Unimplemented without Gloo.
absl::StatusOr<std::unique_ptr<RankGroup>> JoinRankGroup(const RankPlace& place);

// The bytes of a value or an array, to be sent through a group.
template <typename T>
std::span<std::byte> BytesOf(T* values, size_t count = 1) {
  static_assert(std::is_trivially_copyable_v<T>, "a rank takes over its bytes");
  return std::as_writable_bytes(std::span(values, count));
}

}  // namespace kvintet::network
