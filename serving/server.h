// Server: the gRPC service: listens, answers, stops.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

#include "proto/quotas.pb.h"
#include "proto/search_config.pb.h"
#include "proto/serve_config.pb.h"
#include "serving/models/level_table.h"
#include "serving/models/model_registry.h"
#include "serving/models/model_shelf.h"

namespace kvintet::serving {

// What a server gets from who starts it, besides its configuration. All may be left out.
struct ServerOptions {
  // How operators' models are read, and the folder that they are below.
  ModelLoader loader = {};
  std::string model_folder = {};
  // What one caller may use.
  Quotas quotas = {};
  // How strong agents can be asked to play.
  LevelTable levels = {};
  // Whether what is being played in its matches may be analysed.
  bool analyse_live_matches = false;
  // Called once, by a thread of the server, when it no longer answers itself.
  std::function<void()> on_failure = {};
};

// Catalog, rules and analysis, with the standard health and reflection services; where ServeConfig
// says so, also AdminService and a page of metrics, each on an address of its own. Make a
// StopSignals (serving/stop_signals.h) before the first server of a program that signals shall
// stop.
class Server {
 public:
  // Listens from now on. `search` is how moves are searched where the request does not say; its
  // noise is only used for requests that want variety. InvalidArgument for an address that is not
  // loopback or a Unix socket without TLS with clients' certificates, AlreadyExists where somebody
  // listens already; errors of the certificates, tokens and log.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServeConfig& config,
                                                       const SearchConfig& search,
                                                       ModelRegistry models,
                                                       ServerOptions options = {});
  // Stops at once.
  ~Server();

  // Where it listens: "127.0.0.1:50051" with the port in use, or "unix:PATH".
  const std::string& Address() const;
  // Where the page of metrics is; empty: nowhere.
  std::string MetricsAddress() const;

  // Refuses new calls, lets those in progress go on for `grace` and then ends them; returns when
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
