// Server: the gRPC server.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

#include "matches/settings/sources.h"
#include "proto/quotas.pb.h"
#include "proto/serve_config.pb.h"
#include "selfplay/settings/search_settings.h"
#include "serving/models/level_table.h"
#include "serving/models/model_registry.h"
#include "serving/models/model_shelf.h"
#include "serving/reports/run_shelf.h"

namespace kvintet::serving {

// Inputs of a server besides its configuration. All are optional.
struct ServerOptions {
  // How operators load models, and the folder that contains them.
  ModelLoader loader = {};
  std::string model_folder = {};
  // What one caller may use.
  Quotas quotas = {};
  // The levels of strength that agents offer.
  LevelTable levels = {};
  // Whether positions of matches in play on this server may be analysed.
  bool analyse_live_matches = false;
  // Whether HTTP may have another port than the configured one if that one is in use.
  bool any_http_port = false;
  // Where matches take time, secret bytes and chance from; borrowed. Null: the system's.
  const matches::MatchSources* match_sources = nullptr;
  // Reads the runs in the folder ServeConfig.runs; without it none are shown.
  RunReader runs = {};
  // Called once, by a thread of the server, when the server no longer answers its own probe.
  std::function<void()> on_failure = {};
};

// Serves all services of the public schemas with the standard health and reflection services.
// If ServeConfig says so, it also serves AdminService, a metrics page, and the same services over
// HTTP, each on its own address.
// A program that signals shall stop must create its StopSignals (serving/stop_signals.h) before its
// first server.
class Server {
 public:
  // Starts listening. `search` configures searches where the request does not; its noise is used
  // only for requests with variety. InvalidArgument for an address that is neither loopback nor a
  // Unix socket if there is no TLS with client certificates (over HTTP: no TLS). AlreadyExists if
  // the address is in use. Also errors of the certificates, tokens and log.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServeConfig& config,
                                                       const selfplay::SearchSettings& search,
                                                       ModelRegistry models,
                                                       ServerOptions options = {});
  // Stops at once.
  ~Server();

  // Where it listens: "127.0.0.1:50051" with the actual port, or "unix:PATH".
  const std::string& Address() const;
  // Where the services are offered over HTTP: "http://127.0.0.1:8080/" with the actual port, or
  // "unix:PATH"; empty if they are not.
  std::string HttpAddress() const;
  // Where the metrics page is served; empty if it is not.
  std::string MetricsAddress() const;

  // Refuses new calls, lets calls in progress continue for `grace`, then cancels them. Returns when
  // all have finished. A second call only waits. Thread-safe.
  void Shutdown(std::chrono::milliseconds grace);

  // Returns when the server has stopped.
  void Wait();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace kvintet::serving
