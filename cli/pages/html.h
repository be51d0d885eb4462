// HTML: words that the pages which this program writes share.
#pragma once

#include <string>

#include "absl/strings/str_replace.h"

namespace kvintet::cli {

// Text as it stands in an element or an attribute.
inline std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(text,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

}  // namespace kvintet::cli
