// TLS: certificates checked, and made into what gRPC wants on both sides.
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

// What a client shows and trusts. Files are PEM.
struct ClientSecurity {
  // The authorities of the server's certificate; empty: the connection is not encrypted.
  std::string server_ca = {};
  // The client's own certificate and key; both or none.
  std::string certificate = {};
  std::string key = {};
  // The name that the server's certificate must bear; empty: the host of the address.
  std::string server_name = {};
  // The token itself; empty: none is shown.
  std::string token = {};
};

// Reads the files as a server would. FailedPrecondition, naming the file, where one is none, has
// expired or others may read the key, or where key and certificate are no pair; errors of reading.
absl::Status CheckTls(const TlsConfig& config);

// When the first certificate of a file ends, in seconds since 1970.
absl::StatusOr<int64_t> CertificateEnd(const std::string& path);

// Reads the files again and again, so that new ones serve new connections. REQUIRES: CheckTls.
std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(const TlsConfig& config);

// Reads the files once.
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> MakeChannelCredentials(
    const ClientSecurity& security);

}  // namespace kvintet::serving
