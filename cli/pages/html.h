// HTML: helpers shared by the pages that this program writes.
#pragma once

#include <string>

#include "absl/strings/str_replace.h"

namespace kvintet::cli {

// Text escaped for an element or an attribute.
inline std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(text,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

}  // namespace kvintet::cli
