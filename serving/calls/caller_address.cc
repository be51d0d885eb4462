// CallerAddress: see the header.
#include "serving/calls/caller_address.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <array>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include "base/check.h"

namespace kvintet::serving {
namespace {

const std::string& Seal() {
  static const auto* const kSeal = [] {
    std::array<unsigned char, 32> bytes;
    KVINTET_CHECK(RAND_bytes(bytes.data(), bytes.size()) == 1);
    const absl::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return new std::string(absl::StrCat(absl::BytesToHexString(view), " "));
  }();
  return *kSeal;
}

}  // namespace

std::string SealAddress(absl::string_view peer) { return absl::StrCat(Seal(), peer); }

absl::string_view UnsealAddress(absl::string_view value) {
  const std::string& seal = Seal();
  if (value.size() < seal.size() || CRYPTO_memcmp(value.data(), seal.data(), seal.size()) != 0) {
    return {};
  }
  return value.substr(seal.size());
}

}  // namespace kvintet::serving
