// Sha256Hex: uses OpenSSL, or without libcrypto (KVINTET_OWN_SHA256) code of our own.
#include "base/files/sha256.h"

#include <array>
#include <string>

#include <absl/strings/escaping.h>
#include <absl/strings/string_view.h>

#ifdef KVINTET_OWN_SHA256
#include "base/files/own_sha256.h"
#else
#include <openssl/evp.h>

#include "base/check.h"
#endif

namespace kvintet {

std::string Sha256Hex(absl::string_view bytes) {
#ifdef KVINTET_OWN_SHA256
  const std::array<uint8_t, 32> digest = OwnSha256(bytes);
#else
  std::array<unsigned char, 32> digest;
  KVINTET_CHECK_EQ(
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr), 1);
#endif
  return absl::BytesToHexString(std::string(digest.begin(), digest.end()));
}

}  // namespace kvintet
