// Sha256Hex: uses OpenSSL's digest interface.
#include "base/files/sha256.h"

#include <array>
#include <string>

#include <absl/strings/escaping.h>
#include <absl/strings/string_view.h>
#include <openssl/evp.h>

#include "base/check.h"

namespace kvintet {

std::string Sha256Hex(absl::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  KVINTET_CHECK_EQ(
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr), 1);
  std::string raw(digest.begin(), digest.begin() + size);
  return absl::BytesToHexString(raw);
}

}  // namespace kvintet
