// RankDoor: where ranks on other hosts join a run.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/reports/rare_log.h"
#include "training/network/ranks/rank_greeting.h"

namespace kvintet::network {

class RemoteRank;

// A thread lets in those that give the right greeting, and has them wait until the learner takes
// them. Whatever else connects is sent away, and never delays the learner. Nothing is encrypted and
// nobody is authenticated. Any thread.
class RankDoor {
 public:
  // `address` is "HOST:PORT" with an address of this machine that the other hosts reach; port 0
  // stands for any free one. Errors, which begin with `what`: InvalidArgument for another address,
  // FailedPrecondition for a port that is taken or not permitted, Unimplemented in a build without
  // Gloo.
  static absl::StatusOr<std::unique_ptr<RankDoor>> Open(const std::string& address,
                                                        const std::string& what);
  // Those that wait lose their connection, and try to join again.
  ~RankDoor();
  RankDoor(const RankDoor&) = delete;
  RankDoor& operator=(const RankDoor&) = delete;

  // The numeric address at which it listens: the host alone, and with the port.
  const std::string& Host() const { return host_; }
  const std::string& Address() const { return address_; }

  // How many wait.
  size_t Waiting() const;
  // Takes at most so many of those that wait, who came first.
  std::vector<std::unique_ptr<RemoteRank>> Take(size_t most);
  // They wait again.
  void Return(std::vector<std::unique_ptr<RemoteRank>> ranks);

  // Tells those that wait that the run is over, and lets them go.
  void SayEnd();

 private:
  // A connection whose greeting has not come yet.
  struct Guest;

  RankDoor(int listener, RankGreeting greeting);

  void Serve(const std::stop_token& stop);
  // Whether there was a connection to accept.
  bool Accept();
  // Looks at what has come from a guest. Whether it need not be looked at again.
  bool Attend(Guest* guest);
  // Removes those that are gone from the ones that wait.
  void Sweep();

  const int listener_;
  const RankGreeting greeting_;
  std::string host_;
  std::string address_;
  RareLog refused_;
  RareLog strangers_;
  // The thread's own.
  std::list<Guest> guests_;
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<std::unique_ptr<RemoteRank>> waiting_;
  // Last, since the thread uses the other members.
  std::jthread thread_;
};

}  // namespace kvintet::network
