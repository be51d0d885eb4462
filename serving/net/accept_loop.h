// AcceptLoop: accepts connections, counts them, closes those beyond a limit, hands over the others.
//
// The library's own listener stops for good once a process has run out of descriptors; this one
// goes on.
#pragma once

#include <sys/types.h>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"

#include "serving/net/listener.h"

namespace kvintet::serving {

// Connections at a time, in all and from one address; those of Unix sockets have no address.
struct ConnectionLimits {
  int total = 0;
  int per_address = 0;
};

// What a loop has counted so far.
struct ConnectionCounts {
  // Taken from the system, whatever became of them; what did is counted before.
  uint64_t accepted = 0;
  // Closed at once: too many in all, too many from one address, no descriptor left.
  uint64_t shed_total = 0;
  uint64_t shed_address = 0;
  uint64_t shed_descriptors = 0;
  // Still open.
  uint64_t open = 0;
};

// One thread of its own. Others may ask for counts.
class AcceptLoop {
 public:
  // `hand_over` gets each connection that is kept, does not block, and owns it from then on.
  AcceptLoop(Listener listener, ConnectionLimits limits, std::function<void(int)> hand_over);
  // Stops to listen, and ends the connections that are left: their clients see that nobody is
  // there, not that a call of theirs was cancelled.
  ~AcceptLoop();

  const ListenAddress& Address() const { return listener_.Address(); }
  ConnectionCounts Counts() const;

 private:
  // A connection as it was handed over; its descriptor may be another's by now.
  struct Connection {
    int descriptor;
    ino_t inode;
    std::string address;
  };
  void Run();
  void AcceptAll();
  // False when none is waiting.
  bool AcceptOne();
  void Keep(int descriptor, std::string address);
  // Closes the waiting connection although no descriptor is left.
  void ShedWithSpare();
  // Forgets connections that have been closed.
  void Sweep();
  int OpenFrom(const std::string& address) const;

  const Listener listener_;
  const ConnectionLimits limits_;
  const std::function<void(int)> hand_over_;
  // Written to end the thread; its other end is polled.
  int stop_[2];
  // Owned by the thread. A descriptor to give up when there are no others.
  int spare_;
  std::vector<Connection> open_;
  std::atomic<uint64_t> accepted_ = 0;
  std::atomic<uint64_t> shed_total_ = 0;
  std::atomic<uint64_t> shed_address_ = 0;
  std::atomic<uint64_t> shed_descriptors_ = 0;
  std::atomic<uint64_t> num_open_ = 0;
  // Last: joined first.
  std::jthread thread_;
};

// How many connections the process's limit of descriptors leaves room for, at most `wanted`.
// FailedPrecondition, naming the limit, where there is room for none.
absl::StatusOr<int> ConnectionsWithinDescriptors(int wanted);

// Descriptors that the process has open now.
int OpenDescriptors();

}  // namespace kvintet::serving
