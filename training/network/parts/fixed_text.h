// FixedText: a short text as plain memory, for options that ranks receive as a copy of their bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/check.h"

namespace kvintet::network {

// A text of at most N bytes.
template <size_t N>
struct FixedText {
  int size = 0;
  std::array<char, N> bytes = {};

  FixedText() = default;
  // REQUIRES: the text has at most N bytes.
  FixedText(std::string_view text) : size(static_cast<int>(text.size())) {  // NOLINT
    KVINTET_CHECK_LE(text.size(), N);
    std::ranges::copy(text, bytes.begin());
  }
  FixedText(const char* text) : FixedText(std::string_view(text)) {}  // NOLINT

  std::string Text() const { return std::string(bytes.data(), static_cast<size_t>(size)); }
};

}  // namespace kvintet::network
