// LoadConfig: merges texts in order, then checks ranges and reports the position of each value.
#include "proto/load_config.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/statusor.h>
#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_split.h>
#include <absl/strings/string_view.h>

#include "base/files/file.h"
#include "base/status_macros.h"
#include "proto/config.pb.h"
#include "proto/config_check.h"
#include "proto/textproto.h"

namespace kvintet {
namespace {

bool IsPath(absl::string_view text) {
  for (const char c : text) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.') {
      return false;
    }
  }
  return !text.empty();
}

// Turns "a.b.c=v" and "a.b.c: v" into "a { b { c: v }}"; returns any other text unchanged.
std::string ToTextForm(absl::string_view text) {
  const size_t separator = text.find_first_of("=:{");
  if (separator == text.npos || text[separator] == '{') {
    return std::string(text);
  }
  const absl::string_view path = absl::StripAsciiWhitespace(text.substr(0, separator));
  if (!IsPath(path)) {
    return std::string(text);
  }
  std::vector<absl::string_view> names = absl::StrSplit(path, '.');
  std::string nested;
  for (size_t i = 0; i + 1 < names.size(); ++i) {
    absl::StrAppend(&nested, names[i], " { ");
  }
  absl::StrAppend(&nested, names.back(), ": ", text.substr(separator + 1));
  return nested.append(names.size() - 1, '}');
}

}  // namespace

absl::StatusOr<Config> LoadConfig(const std::optional<std::string>& file,
                                  std::span<const std::string> sets) {
  Config config;
  std::vector<TextOrigin> origins;
  if (file.has_value()) {
    KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(*file));
    origins.push_back({.where = *file, .has_lines = true, .locations = nullptr});
    KVINTET_RETURN_IF_ERROR(MergeTextProto(text, origins.back(), config));
  }
  for (const std::string& set : sets) {
    origins.push_back(
        {.where = absl::StrCat("--set '", set, "'"), .has_lines = false, .locations = nullptr});
    KVINTET_RETURN_IF_ERROR(MergeTextProto(ToTextForm(set), origins.back(), config));
  }
  KVINTET_RETURN_IF_ERROR(ValidateRanges(config, origins));
  return config;
}

}  // namespace kvintet
