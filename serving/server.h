// Server: the gRPC service: listens, answers, stops.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

#include "proto/config.pb.h"
#include "serving/model_registry.h"

namespace kvintet::serving {

// Catalog, rules and analysis, with the standard health and reflection services. Make a StopSignals
// (serving/stop_signals.h) before the first server of a program that signals shall stop.
class Server {
 public:
  // Listens from now on. `search` is how moves are searched where the request does not say; its
  // noise is only used for requests that want variety. InvalidArgument for an address that is not
  // loopback or a Unix socket, AlreadyExists where somebody listens already.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServeConfig& config,
                                                       const SearchConfig& search,
                                                       ModelRegistry models);
  // Stops at once.
  ~Server();

  // Where it listens: "127.0.0.1:50051" with the port in use, or "unix:PATH".
  const std::string& Address() const;

  // Refuses new calls, lets those in progress end for `grace` and cancels the rest; returns when
  // all are finished. A second time it only waits. Any thread.
  void Shutdown(std::chrono::milliseconds grace);

  // Returns when the server has stopped.
  void Wait();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace kvintet::serving
