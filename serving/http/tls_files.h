// TlsFiles: the certificates of the HTTP door, which may be replaced while it runs.
#pragma once

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "proto/serve_config.pb.h"

namespace boost::asio::ssl {
class context;
}

namespace kvintet::serving {

// Not thread-safe.
class TlsFiles {
 public:
  // Errors of CheckTls.
  static absl::StatusOr<TlsFiles> Read(const TlsConfig& config);

  // For new connections. Those that have an earlier one keep it.
  const std::shared_ptr<boost::asio::ssl::context>& Current() const { return current_; }
  // Reads the files again. After an error nothing changes.
  absl::Status Refresh();

 private:
  explicit TlsFiles(const TlsConfig& config) : config_(config) {}

  TlsConfig config_;
  // What `current_` was made of.
  std::string bytes_;
  std::shared_ptr<boost::asio::ssl::context> current_;
};

}  // namespace kvintet::serving
