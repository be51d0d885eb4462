// LocalActors: actors of a run as processes on the learner's machine.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <absl/status/status.h>

namespace kvintet::training {

// Keeps `count` processes running: one that ends is started again after kPause. They end when this
// process ends, however it ends.
class LocalActors {
 public:
  static constexpr std::chrono::seconds kPause{2};

  // Actor k runs `command`, followed by --spool and the folder `spools`/k. Its output goes to that
  // folder's file "log".
  LocalActors(std::vector<std::string> command, std::string spools, int count);
  LocalActors(const LocalActors&) = delete;
  LocalActors& operator=(const LocalActors&) = delete;
  // Asks the actors to stop with SIGTERM, and waits for them.
  ~LocalActors();

 private:
  void Watch(const std::stop_token& stop);
  pid_t Start(int index) const;

  const std::vector<std::string> command_;
  const std::string spools_;
  const int count_;
  // Last, since it uses the other members.
  std::jthread thread_;
};

}  // namespace kvintet::training
