// TLS: see the header.
#include "serving/net/tls.h"

#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <sys/stat.h>

#include <ctime>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

// An OpenSSL object that frees itself.
template <typename T, void (*free)(T*)>
struct Free {
  void operator()(T* thing) const { free(thing); }
};
using Certificate = std::unique_ptr<X509, Free<X509, X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY, EVP_PKEY_free>>;
using Bytes = std::unique_ptr<BIO, Free<BIO, BIO_free_all>>;

Bytes BytesOf(const std::string& text) {
  return Bytes(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// Prevents a password prompt on the terminal for an encrypted key.
int NoPassword(char*, int, int, void*) { return -1; }

absl::StatusOr<Certificate> ReadCertificate(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  Certificate certificate(PEM_read_bio_X509(BytesOf(text).get(), nullptr, &NoPassword, nullptr));
  if (certificate == nullptr) {
    return absl::FailedPreconditionError(absl::StrCat(path, ": wanted a certificate (PEM)"));
  }
  return certificate;
}

absl::StatusOr<Key> ReadKey(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  Key key(PEM_read_bio_PrivateKey(BytesOf(text).get(), nullptr, &NoPassword, nullptr));
  if (key == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": wanted a private key (PEM, not encrypted)"));
  }
  return key;
}

absl::Status CheckNotExpired(const X509& certificate, const std::string& path) {
  const bool begun = X509_cmp_current_time(X509_get0_notBefore(&certificate)) < 0;
  const bool ended = X509_cmp_current_time(X509_get0_notAfter(&certificate)) < 0;
  if (begun && !ended) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrCat(
      path, ended ? ": the certificate has expired" : ": the certificate is not valid yet"));
}

absl::Status CheckOnlyOurs(const std::string& path) {
  struct stat found = {};
  if (stat(path.c_str(), &found) == 0 && (found.st_mode & (S_IRWXO | S_IWGRP)) != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": others may read or change this key: wanted mode 0640 or narrower"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadIfNamed(const std::string& path) {
  return path.empty() ? std::string() : ReadFile(path);
}

}  // namespace

absl::Status CheckTls(const TlsConfig& config) {
  KVINTET_ASSIGN_OR_RETURN(const Certificate certificate, ReadCertificate(config.certificate()));
  KVINTET_RETURN_IF_ERROR(CheckNotExpired(*certificate, config.certificate()));
  KVINTET_RETURN_IF_ERROR(CheckOnlyOurs(config.key()));
  KVINTET_ASSIGN_OR_RETURN(const Key key, ReadKey(config.key()));
  if (X509_check_private_key(certificate.get(), key.get()) != 1) {
    return absl::FailedPreconditionError(absl::StrCat(config.key(), ": wanted the key of ",
                                                      config.certificate(), ", found another"));
  }
  if (config.client_ca().empty()) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const Certificate authority, ReadCertificate(config.client_ca()));
  return CheckNotExpired(*authority, config.client_ca());
}

absl::StatusOr<int64_t> CertificateEnd(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const Certificate certificate, ReadCertificate(path));
  std::tm time = {};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &time) != 1) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": the certificate has no expiry date"));
  }
  return int64_t{timegm(&time)};
}

std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(const TlsConfig& config) {
  namespace tls = grpc::experimental;
  const auto files = std::make_shared<tls::FileWatcherCertificateProvider>(
      config.key(), config.certificate(), config.client_ca(),
      static_cast<unsigned>(config.refresh_seconds()));
  tls::TlsServerCredentialsOptions options(files);
  options.watch_identity_key_cert_pairs();
  if (!config.client_ca().empty()) {
    options.watch_root_certs();
    options.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return tls::TlsServerCredentials(options);
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> MakeChannelCredentials(
    const ClientSecurity& security) {
  if (security.server_ca.empty()) {
    if (!security.certificate.empty()) {
      return absl::InvalidArgumentError(
          "a client certificate needs an encrypted connection: wanted the server's authority");
    }
    return grpc::InsecureChannelCredentials();
  }
  if (security.certificate.empty() != security.key.empty()) {
    return absl::InvalidArgumentError("wanted a certificate and its key, found one of them");
  }
  grpc::SslCredentialsOptions options;
  KVINTET_ASSIGN_OR_RETURN(options.pem_root_certs, ReadFile(security.server_ca));
  KVINTET_ASSIGN_OR_RETURN(options.pem_cert_chain, ReadIfNamed(security.certificate));
  KVINTET_ASSIGN_OR_RETURN(options.pem_private_key, ReadIfNamed(security.key));
  return grpc::SslCredentials(options);
}

}  // namespace kvintet::serving
