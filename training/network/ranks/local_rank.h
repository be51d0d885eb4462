// LocalRank: a process that the first rank starts as a further one; internal.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/network/ranks/further_rank.h"

namespace kvintet::network {

// The line's file descriptor in the started process, its standard input.
inline constexpr int kRankLine = 0;

// The process ends immediately when this object is destroyed.
class LocalRank final : public FurtherRank {
 public:
  // Starts `command`, followed by the number of this process, in its own process group. Unavailable
  // if the system cannot start the process.
  static absl::StatusOr<std::unique_ptr<LocalRank>> Start(std::vector<std::string> command);
  ~LocalRank() override;

  // Waits until the process says that it runs. Unavailable if it has ended or the time is over.
  absl::Status AwaitHello(double seconds);

  std::string Fate() override;

 private:
  LocalRank(int process, int line) : FurtherRank(line), process_(process) {}

  const int process_;
  bool gone_ = false;
  int how_ = 0;
};

// Called in a rank. Makes it end when `parent`, the process that started it, ends.
// FailedPrecondition if it has no line, Unavailable if the parent has ended.
absl::Status FollowParent(int parent);

}  // namespace kvintet::network
