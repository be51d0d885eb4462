// TLS: checks certificates and creates gRPC credentials for servers and clients.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "proto/serve_config.pb.h"

namespace grpc {
class ChannelCredentials;
class ServerCredentials;
}  // namespace grpc

namespace kvintet::serving {

// What a client presents and trusts. Files are PEM.
struct ClientSecurity {
  // The certificate authorities for the server's certificate; empty: the connection is not
  // encrypted.
  std::string server_ca = {};
  // The client's own certificate and key; both or neither.
  std::string certificate = {};
  std::string key = {};
  // The name that the server's certificate must have; empty: the host of the address.
  std::string server_name = {};
  // The token itself; empty: none is sent.
  std::string token = {};
};

// Reads the files as a server would. FailedPrecondition, naming the file, if it is not a
// certificate or key, has expired, can be read by others (keys), or if key and certificate do not
// match. Also errors of reading.
absl::Status CheckTls(const TlsConfig& config);

// When the first certificate in a file expires, in seconds since 1970.
absl::StatusOr<int64_t> CertificateEnd(const std::string& path);

// Reloads the files periodically, so that new certificates apply to new connections. REQUIRES:
// CheckTls returned ok.
std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(const TlsConfig& config);

// Reads the files once.
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> MakeChannelCredentials(
    const ClientSecurity& security);

}  // namespace kvintet::serving
