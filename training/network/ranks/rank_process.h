// RankProcess: a process that is started as a further rank, and the line over which it is told when
// to take a step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace kvintet::network {

// What a rank has open: the line (a socket, its standard input) and the store of RankPlace.
inline constexpr int kRankLine = 0;
inline constexpr int kRankStore = 3;

// One further rank, seen from the first one. It ends with this object, at once.
class RankProcess {
 public:
  // Starts `command` in a process group of its own, with `store` (a file descriptor) open.
  // Unavailable if the system starts no process.
  static absl::StatusOr<std::unique_ptr<RankProcess>> Start(const std::vector<std::string>& command,
                                                            int store);
  ~RankProcess();
  RankProcess(const RankProcess&) = delete;
  RankProcess& operator=(const RankProcess&) = delete;

  // Waits until the process says that it runs. Unavailable if it has ended or says nothing.
  absl::Status AwaitSign(double timeout_seconds);
  // Sends a number, without waiting. Unavailable if the process has ended.
  absl::Status Tell(int64_t number);

  // "rank process 123 was ended by signal 9"; of one that runs, that it says nothing.
  std::string Fate();

 private:
  RankProcess(int process, int line) : process_(process), line_(line) {}

  const int process_;
  const int line_;
  bool gone_ = false;
  int how_ = 0;
};

// From within a rank: makes it end when `parent`, the process that started it, does. Then gives the
// sign. FailedPrecondition if line or store are not there, Unavailable if the parent has ended.
absl::Status FollowParent(int parent);

// From within a rank: the next number that the first rank told. Unavailable if that has ended.
absl::StatusOr<int64_t> HearNumber();

}  // namespace kvintet::network
