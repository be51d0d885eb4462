// TlsFiles: see the header.
#include "serving/http/tls_files.h"

#include <openssl/ssl.h>

#include <utility>

#include <boost/asio/ssl/context.hpp>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/status_macros.h"
#include "serving/net/tls.h"

namespace kvintet::serving {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

absl::Status Broken(const std::string& path, const error_code& error) {
  return absl::FailedPreconditionError(absl::StrCat(path, ": ", error.message()));
}

}  // namespace

absl::StatusOr<TlsFiles> TlsFiles::Read(const TlsConfig& config) {
  TlsFiles files(config);
  KVINTET_RETURN_IF_ERROR(files.Refresh());
  return files;
}

absl::Status TlsFiles::Refresh() {
  KVINTET_ASSIGN_OR_RETURN(const std::string certificate, ReadFile(config_.certificate()));
  KVINTET_ASSIGN_OR_RETURN(const std::string key, ReadFile(config_.key()));
  std::string authorities;
  if (!config_.client_ca().empty()) {
    KVINTET_ASSIGN_OR_RETURN(authorities, ReadFile(config_.client_ca()));
  }
  std::string bytes = absl::StrCat(certificate, "\n", key, "\n", authorities);
  if (bytes == bytes_) {
    return absl::OkStatus();
  }
  KVINTET_RETURN_IF_ERROR(CheckTls(config_));
  auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  error_code error;
  context->use_certificate_chain(asio::buffer(certificate), error);
  if (error) {
    return Broken(config_.certificate(), error);
  }
  context->use_private_key(asio::buffer(key), asio::ssl::context::pem, error);
  if (error || SSL_CTX_check_private_key(context->native_handle()) != 1) {
    return Broken(config_.key(), error);
  }
  if (!authorities.empty()) {
    context->add_certificate_authority(asio::buffer(authorities), error);
    if (error) {
      return Broken(config_.client_ca(), error);
    }
    context->set_verify_mode(asio::ssl::verify_peer | asio::ssl::verify_fail_if_no_peer_cert,
                             error);
    // Connections that continue an earlier one must be of the same service.
    SSL_CTX_set_session_id_context(context->native_handle(),
                                   reinterpret_cast<const unsigned char*>("kvintet"), 7);
  }
  current_ = std::move(context);
  bytes_ = std::move(bytes);
  return absl::OkStatus();
}

}  // namespace kvintet::serving
