// HttpDoor: the services and a page over HTTP/1.1, with the Connect protocol (docs/http.md).
//
// It translates; the services themselves check tokens, quotas, deadlines and sizes, as for gRPC.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "proto/serve_config.pb.h"
#include "serving/http/http_connection.h"
#include "serving/net/accept_loop.h"

namespace grpc {
class Channel;
}

namespace kvintet::serving {

// Inputs of a door.
struct HttpDoorOptions {
  HttpConfig config = {};
  // Encrypts the connections; empty: they are not encrypted.
  std::optional<TlsConfig> tls = {};
  ConnectionLimits connections = {};
  size_t max_request_bytes = 0;
  // Whether the service works, for /health. Called by the door's thread.
  std::function<bool()> healthy = {};
  // Leads to the services in this process.
  std::shared_ptr<grpc::Channel> services = {};
  // Takes any free port if the one of the address is in use, and logs which.
  bool any_port = false;
  HttpTimes times = {};
};

// The port of HTTP if nobody chooses one.
constexpr int kUsualHttpPort = 8080;

// Where HTTP is offered beside this address of gRPC if nobody chooses: on loopback, at the usual
// port, or at any free one if that is what gRPC has asked for.
ListenAddress UsualHttpAddress(const ListenAddress& grpc);

// The errors of HttpDoor::Open that can be found before the services run. They change nothing.
absl::Status CheckHttp(const HttpConfig& config, bool encrypted);

// Runs two threads of its own, and one that accepts connections. Thread-safe.
class HttpDoor {
 public:
  // Starts listening. InvalidArgument for an address that others can reach without TLS, and for
  // hosts or origins that are none; also errors of the address, the certificates and the page.
  static absl::StatusOr<std::unique_ptr<HttpDoor>> Open(HttpDoorOptions options);
  // REQUIRES: the server of `services` still runs.
  ~HttpDoor();

  const ListenAddress& Address() const;
  // "http://127.0.0.1:8080/", or "unix:PATH".
  std::string Url() const;
  ConnectionCounts Counts() const;

  // Takes no more requests, and returns when those in progress are answered, or after that time.
  void Drain(std::chrono::milliseconds time);

 private:
  class Impl;
  explicit HttpDoor(std::unique_ptr<Impl> impl);

  const std::unique_ptr<Impl> impl_;
};

}  // namespace kvintet::serving
