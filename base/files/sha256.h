// Sha256Hex: the SHA-256 of bytes, used to name models and other immutable files.
#pragma once

#include <string>

#include <absl/strings/string_view.h>

namespace kvintet {

// Returns 64 lower-case hexadecimal digits. Any thread.
std::string Sha256Hex(absl::string_view bytes);

}  // namespace kvintet
