// Choice: a value that Python code names by a word.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace kvintet::python {

// The value of `words` that `text` names. ValueError, with the words, if there is none; `what`
// names the argument.
template <typename Enum>
Enum Choice(const char* what, const std::string& text,
            const std::vector<std::pair<std::string, Enum>>& words) {
  for (const auto& [word, value] : words) {
    if (word == text) {
      return value;
    }
  }
  const auto quoted = [](std::string* out, const auto& pair) {
    absl::StrAppend(out, "'", pair.first, "'");
  };
  throw nanobind::value_error(
      absl::StrCat(what, ": wanted ", absl::StrJoin(words, " or ", quoted), ", found '", text, "'")
          .c_str());
}

}  // namespace kvintet::python
