// Authority: creates certificates and keys for tests, valid and invalid ones.
#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>
#include <string>

#include "base/check.h"

namespace kvintet::testing {

// The subject of a certificate, and its validity.
struct CertificateRequest {
  std::string common_name = "localhost";
  // In OpenSSL's notation.
  std::string names = "DNS:localhost,IP:127.0.0.1";
  // Valid from an hour ago to this many seconds from now; negative: it has expired.
  int seconds = 3600;
};

// A certificate authority. Not thread-safe.
class Authority {
 public:
  Authority() : key_(NewKey()), own_(X509_new()) {
    Fill({.common_name = "authority", .names = ""}, X509_get_subject_name(own_), own_, key_);
    Extend(NID_basic_constraints, "critical,CA:TRUE", own_);
    KVINTET_CHECK(X509_sign(own_, key_, EVP_sha256()) > 0);
  }
  Authority(const Authority&) = delete;
  Authority& operator=(const Authority&) = delete;
  ~Authority() {
    X509_free(own_);
    EVP_PKEY_free(key_);
  }

  // Writes the authority's certificate.
  void Write(const std::string& path) const { WriteCertificate(own_, path); }

  // Writes a new key, and a certificate for it that the authority has signed.
  void Issue(const CertificateRequest& request, const std::string& certificate_path,
             const std::string& key_path) const {
    IssueBy(request, own_, key_, certificate_path, key_path);
  }
  // The same with a self-signed certificate.
  static void IssueSelfSigned(const CertificateRequest& request,
                              const std::string& certificate_path, const std::string& key_path) {
    IssueBy(request, nullptr, nullptr, certificate_path, key_path);
  }

 private:
  static EVP_PKEY* NewKey() {
    EVP_PKEY* key = EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256");
    KVINTET_CHECK(key != nullptr);
    return key;
  }

  static void Extend(int kind, const std::string& value, X509* certificate) {
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
    KVINTET_CHECK(extension != nullptr);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
  }

  static void Fill(const CertificateRequest& request, const X509_NAME* issuer, X509* certificate,
                   EVP_PKEY* key) {
    static long serial = 0;
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), request.seconds);
    X509_NAME* name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(request.common_name.c_str()),
                               -1, -1, 0);
    X509_set_issuer_name(certificate, issuer);
    X509_set_pubkey(certificate, key);
    if (!request.names.empty()) {
      Extend(NID_subject_alt_name, request.names, certificate);
    }
  }

  static void IssueBy(const CertificateRequest& request, X509* issuer, EVP_PKEY* issuer_key,
                      const std::string& certificate_path, const std::string& key_path) {
    EVP_PKEY* key = NewKey();
    X509* certificate = X509_new();
    Fill(request, X509_get_subject_name(issuer == nullptr ? certificate : issuer), certificate,
         key);
    EVP_PKEY* signing = issuer_key == nullptr ? key : issuer_key;
    KVINTET_CHECK(X509_sign(certificate, signing, EVP_sha256()) > 0);
    WriteCertificate(certificate, certificate_path);
    std::FILE* file = std::fopen(key_path.c_str(), "w");
    KVINTET_CHECK(file != nullptr);
    KVINTET_CHECK(PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
    std::fclose(file);
    X509_free(certificate);
    EVP_PKEY_free(key);
  }

  static void WriteCertificate(X509* certificate, const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    KVINTET_CHECK(file != nullptr);
    KVINTET_CHECK(PEM_write_X509(file, certificate) == 1);
    std::fclose(file);
  }

  EVP_PKEY* const key_;
  X509* const own_;
};

}  // namespace kvintet::testing
