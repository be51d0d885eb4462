// AcceptLoop: accepts connections, counts them, and closes those beyond a limit.
//
// gRPC's own listener stops for good once the process has run out of file descriptors; this one
// continues.
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

// Concurrent connections, in total and per address. Unix sockets have no address.
struct ConnectionLimits {
  int total = 0;
  int per_address = 0;
};

// What the loop has counted so far.
struct ConnectionCounts {
  // All accepted connections. Each is added to its other counter before it is added here.
  uint64_t accepted = 0;
  // Closed at once: too many in total, too many from one address, or no file descriptor left.
  uint64_t shed_total = 0;
  uint64_t shed_address = 0;
  uint64_t shed_descriptors = 0;
  // Still open.
  uint64_t open = 0;
};

// Runs its own thread. Other threads may read the counts.
class AcceptLoop {
 public:
  // `hand_over` receives each connection that is kept and owns it from then on. It must not block.
  AcceptLoop(Listener listener, ConnectionLimits limits, std::function<void(int)> hand_over);
  // Stops listening and closes the remaining connections. Their clients see an unreachable server,
  // not a cancelled call.
  ~AcceptLoop();

  const ListenAddress& Address() const { return listener_.Address(); }
  ConnectionCounts Counts() const;

 private:
  // A connection that was handed over. Its descriptor may have been reused since.
  struct Connection {
    int descriptor;
    ino_t inode;
    std::string address;
  };
  void Run();
  void AcceptAll();
  // Returns false if no connection is waiting.
  bool AcceptOne();
  void Keep(int descriptor, std::string address);
  // Closes the waiting connection although no file descriptor is left.
  void ShedWithSpare();
  // Removes connections that have been closed.
  void Sweep();
  int OpenFrom(const std::string& address) const;

  const Listener listener_;
  const ConnectionLimits limits_;
  const std::function<void(int)> hand_over_;
  // A byte written to this pipe ends the thread, which polls the other end.
  int stop_[2];
  // Owned by the thread. A file descriptor to give up when no other is left.
  int spare_;
  std::vector<Connection> open_;
  std::atomic<uint64_t> accepted_ = 0;
  std::atomic<uint64_t> shed_total_ = 0;
  std::atomic<uint64_t> shed_address_ = 0;
  std::atomic<uint64_t> shed_descriptors_ = 0;
  std::atomic<uint64_t> num_open_ = 0;
  // Last member, so that it is joined first.
  std::jthread thread_;
};

// The number of connections for which the process's file descriptor limit leaves room, at most
// `wanted`. FailedPrecondition, naming the limit, if there is no room at all.
absl::StatusOr<int> ConnectionsWithinDescriptors(int wanted);

// The number of file descriptors that the process has open.
int OpenDescriptors();

}  // namespace kvintet::serving
