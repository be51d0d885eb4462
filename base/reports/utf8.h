// IsUtf8: whether bytes are a text in UTF-8.
#pragma once

#include <string>

namespace kvintet {

bool IsUtf8(const std::string& bytes);

}  // namespace kvintet
