// Endpoint: gRPC services on one address, behind an accept loop of our own.
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

// What an endpoint is made of.
struct EndpointOptions {
  ConnectionLimits connections = {};
  // Bytes of a request, and calls on one connection, that the library takes.
  int max_request_bytes = 0;
  int max_streams = 0;
  // Tells clients the schemas.
  bool reflection = false;
  // How connections are encrypted, if they are.
  std::shared_ptr<grpc::ServerCredentials> credentials = {};
};

// With the standard health service, which says that all is well until told otherwise.
class Endpoint {
 public:
  // Answers from now on. The services must outlive the endpoint. Unavailable where the library
  // can't serve.
  static absl::StatusOr<std::unique_ptr<Endpoint>> Open(Listener listener,
                                                        const EndpointOptions& options,
                                                        std::span<grpc::Service* const> services);
  // REQUIRES: Shutdown.
  ~Endpoint();

  const ListenAddress& Address() const { return address_; }
  // Zeros once it is shut down.
  ConnectionCounts Counts() const;
  // What the health service says of a service; of the whole where the name is empty.
  void SetHealth(const std::string& service, bool serving);
  // Calls that don't pass the network.
  std::shared_ptr<grpc::Channel> InProcess() const;
  // Whether the accept loop takes a connection within that time.
  bool TakesConnections(std::chrono::milliseconds time) const;
  // Stops to listen, cancels calls in progress, returns when all are finished.
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
