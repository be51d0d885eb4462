// RankProcess: a process started as a further rank, and the socket over which it is told when to
// take a step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace kvintet::network {

// File descriptors in a rank: the line (a socket, its standard input) and the store of RankPlace.
inline constexpr int kRankLine = 0;
inline constexpr int kRankStore = 3;

// A further rank, as seen from the first one. The process ends immediately when this object is
// destroyed.
class RankProcess {
 public:
  // Starts `command` in its own process group, with `store` (a file descriptor) open. Unavailable
  // if the system cannot start the process.
  static absl::StatusOr<std::unique_ptr<RankProcess>> Start(const std::vector<std::string>& command,
                                                            int store);
  ~RankProcess();
  RankProcess(const RankProcess&) = delete;
  RankProcess& operator=(const RankProcess&) = delete;

  // Waits until the process signals that it runs. Unavailable if it has ended or the time is over.
  absl::Status AwaitSign(double timeout_seconds);
  // Sends a number, without waiting. Unavailable if the process has ended.
  absl::Status Tell(int64_t number);

  // "rank process 123 was ended by signal 9"; for a running process, that it does not respond.
  std::string Fate();

 private:
  RankProcess(int process, int line) : process_(process), line_(line) {}

  const int process_;
  const int line_;
  bool gone_ = false;
  int how_ = 0;
};

// Called in a rank. Makes it end when `parent`, the process that started it, ends, and then signals
// that it runs. FailedPrecondition if line or store are missing, Unavailable if the parent has
// ended.
absl::Status FollowParent(int parent);

// Called in a rank. Waits for the next number from the first rank. Unavailable if that has ended.
absl::StatusOr<int64_t> HearNumber();

}  // namespace kvintet::network
