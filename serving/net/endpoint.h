// Endpoint: serves gRPC services on one address, behind our own accept loop.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>

#include "absl/status/statusor.h"

#include "serving/net/accept_loop.h"
#include "serving/net/listener.h"

namespace grpc {
class Channel;
class Server;
class ServerCredentials;
class Service;
}  // namespace grpc

namespace kvintet::serving {

// gRPC's own limits on request size and on calls per connection are this many times ours, so that
// our checks refuse first.
inline constexpr int kGrpcSlack = 2;

// The options of an endpoint.
struct EndpointOptions {
  ConnectionLimits connections = {};
  // Limits that gRPC enforces: bytes per request, and calls per connection.
  int max_request_bytes = 0;
  int max_streams = 0;
  // Whether reflection gives the schemas to clients.
  bool reflection = false;
  // Encrypts the connections; null: not encrypted.
  std::shared_ptr<grpc::ServerCredentials> credentials = {};
};

// Includes the standard health service, which reports SERVING until SetHealth changes that.
class Endpoint {
 public:
  // Starts serving. The services must outlive the endpoint. Unavailable if gRPC cannot serve.
  static absl::StatusOr<std::unique_ptr<Endpoint>> Open(Listener listener,
                                                        const EndpointOptions& options,
                                                        std::span<grpc::Service* const> services);
  // REQUIRES: Shutdown was called.
  ~Endpoint();

  const ListenAddress& Address() const { return address_; }
  // All zero after Shutdown.
  ConnectionCounts Counts() const;
  // Sets the health of a service, or of the whole server if the name is empty.
  void SetHealth(const std::string& service, bool serving);
  // A channel that does not use the network.
  std::shared_ptr<grpc::Channel> InProcess() const;
  // Whether the accept loop takes a connection within that time.
  bool TakesConnections(std::chrono::milliseconds time) const;
  // Stops listening, cancels calls in progress, and returns when all have finished.
  void Shutdown();

 private:
  Endpoint();

  ListenAddress address_;
  std::unique_ptr<grpc::Server> server_;
  struct Acceptor;
  std::unique_ptr<Acceptor> acceptor_;
  std::unique_ptr<AcceptLoop> loop_;
};

}  // namespace kvintet::serving
