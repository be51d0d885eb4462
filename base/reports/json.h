// JSON: writes values as one line, and parses text with the location of errors.
//
// A value is nlohmann::ordered_json: members keep the order in which they were set. Its own getters
// throw on a wrong type, so use JsonMember for input from outside.
#pragma once

#include <cstdint>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>
#include <nlohmann/json.hpp>

namespace kvintet {

using Json = nlohmann::ordered_json;

// One line without a newline. Doubles read back to the same bits. NaN and infinities become null;
// bytes that are not UTF-8 become U+FFFD.
std::string ToJsonLine(const Json& value);

// Parses a whole text. InvalidArgument "WHERE:LINE:COLUMN: what was wrong" if it is not JSON.
// Comments, trailing commas, a byte order mark and duplicate names are errors, and so are more than
// 200 levels or more than 4,096 members in an object.
absl::StatusOr<Json> ParseJson(absl::string_view text, absl::string_view where);

// The value as a T. InvalidArgument if it has another type ("wanted an integer, found string"). An
// integer must be written as one (1, not 1.0) and be in range; a double may be written as an
// integer.
template <typename T>
absl::StatusOr<T> FromJson(const Json& value);
template <>
absl::StatusOr<bool> FromJson(const Json& value);
template <>
absl::StatusOr<int64_t> FromJson(const Json& value);
template <>
absl::StatusOr<uint64_t> FromJson(const Json& value);
template <>
absl::StatusOr<double> FromJson(const Json& value);
template <>
absl::StatusOr<std::string> FromJson(const Json& value);
template <>
absl::StatusOr<Json> FromJson(const Json& value);

// The member `key` of an object as a T. InvalidArgument if `object` is not an object, or has no
// such member, or one of another type. The message begins with the key.
template <typename T>
absl::StatusOr<T> JsonMember(const Json& object, const std::string& key) {
  const auto member = object.find(key);
  if (!object.is_object() || member == object.end()) {
    return absl::InvalidArgumentError(absl::StrCat(key, ": wanted a member, found none"));
  }
  absl::StatusOr<T> value = FromJson<T>(*member);
  if (!value.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(key, ": ", value.status().message()));
  }
  return value;
}

}  // namespace kvintet
