// Sha256Hex: the SHA-256 of bytes, the name of models and other immutable files.
#pragma once

#include <string>

#include <absl/strings/string_view.h>

namespace kvintet {

// 64 lower-case hexadecimal digits. Any thread.
std::string Sha256Hex(absl::string_view bytes);

}  // namespace kvintet
