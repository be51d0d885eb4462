// OwnSha256: the SHA-256 of bytes, computed without a library.
#pragma once

#include <array>
#include <cstdint>

#include <absl/strings/string_view.h>

namespace kvintet {

// The digest of FIPS 180-4, for builds that must not link libcrypto (the Python package). It is
// several times slower than OpenSSL. Any thread.
std::array<uint8_t, 32> OwnSha256(absl::string_view bytes);

}  // namespace kvintet
