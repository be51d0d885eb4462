// JSON: wraps nlohmann's reader and writer, and reports errors as a Status.
#include "base/reports/json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_set>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>

#include "base/check.h"

namespace kvintet {
namespace {

constexpr int kMaxDepth = 200;
// Members of one object. Each new member is compared with all earlier ones, so the cost is
// quadratic.
constexpr std::size_t kMaxMembers = 4096;
// Bytes of a member name that are quoted in an error message.
constexpr std::size_t kMaxShown = 60;
constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

// Parses a text without keeping its values; records only the depth, the member names of open
// objects and the first error. The library's parser alone would either throw the error or lose it,
// and would accept a duplicate name.
class ErrorFinder final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t& name) override {
    std::unordered_set<std::string>& names = names_.back();
    if (!names.insert(name).second) {
      refusal_ = absl::StrCat("member '", name.substr(0, kMaxShown), "' twice");
    } else if (names.size() > kMaxMembers) {
      refusal_ = absl::StrCat("object of more than ", kMaxMembers, " members");
    }
    return refusal_.empty();
  }
  bool start_object(std::size_t) override {
    names_.emplace_back();
    return Deeper();
  }
  bool start_array(std::size_t) override { return Deeper(); }
  bool end_object() override {
    names_.pop_back();
    return --depth_ >= 0;
  }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    position_ = position;
    what_ = error.what();
    return false;
  }

  // "LINE:COLUMN: REASON" for the error in `text`.
  std::string Describe(absl::string_view text) const {
    if (!refusal_.empty()) {
      return absl::StrCat("1:1: ", refusal_);
    }
    const absl::string_view before = text.substr(0, position_ > 0 ? position_ - 1 : 0);
    const auto line = std::ranges::count(before, '\n') + 1;
    const size_t newline = before.rfind('\n');
    const size_t column = before.size() - (newline == before.npos ? 0 : newline + 1) + 1;
    return absl::StrCat(line, ":", column, ": ", Reason());
  }

 private:
  bool Deeper() {
    if (++depth_ > kMaxDepth) {
      refusal_ = absl::StrCat("nested deeper than ", kMaxDepth);
    }
    return refusal_.empty();
  }
  // The library's message without "[json.exception...] parse error at line 1, column 2: ".
  absl::string_view Reason() const {
    absl::string_view reason = what_;
    for (const absl::string_view prefix : {"] ", "column ", ": "}) {
      const size_t end = reason.find(prefix);
      if (end != reason.npos) {
        reason.remove_prefix(end + prefix.size());
      }
    }
    return reason;
  }

  int depth_ = 0;
  // The member names of each open object.
  std::vector<std::unordered_set<std::string>> names_;
  // Why well-formed JSON is refused.
  std::string refusal_;
  std::size_t position_ = 0;
  std::string what_;
};

absl::Status WrongType(absl::string_view wanted, const Json& value) {
  return absl::InvalidArgumentError(absl::StrCat("wanted ", wanted, ", found ", value.type_name()));
}

}  // namespace

std::string ToJsonLine(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

absl::StatusOr<Json> ParseJson(absl::string_view text, absl::string_view where) {
  // The library treats a zero byte as the end of the text and ignores what follows.
  if (const size_t zero = text.find('\0'); zero != text.npos) {
    return absl::InvalidArgumentError(absl::StrCat(where, ": zero byte at offset ", zero));
  }
  if (absl::StartsWith(text, kByteOrderMark)) {
    return absl::InvalidArgumentError(absl::StrCat(where, ":1:1: byte order mark"));
  }
  ErrorFinder finder;
  if (!Json::sax_parse(text.begin(), text.end(), &finder)) {
    return absl::InvalidArgumentError(absl::StrCat(where, ":", finder.Describe(text)));
  }
  Json value = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  KVINTET_CHECK(!value.is_discarded());
  return value;
}

template <>
absl::StatusOr<bool> FromJson(const Json& value) {
  if (!value.is_boolean()) {
    return WrongType("a boolean", value);
  }
  return value.get<bool>();
}

template <>
absl::StatusOr<int64_t> FromJson(const Json& value) {
  if (!value.is_number_integer()) {
    return WrongType("an integer", value);
  }
  if (value.is_number_unsigned() &&
      value.get<uint64_t>() > uint64_t{std::numeric_limits<int64_t>::max()}) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted an integer below 2^63, found ", value.get<uint64_t>()));
  }
  return value.get<int64_t>();
}

template <>
absl::StatusOr<uint64_t> FromJson(const Json& value) {
  if (!value.is_number_integer()) {
    return WrongType("an integer", value);
  }
  if (!value.is_number_unsigned() && value.get<int64_t>() < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted an integer of at least 0, found ", value.get<int64_t>()));
  }
  return value.get<uint64_t>();
}

template <>
absl::StatusOr<double> FromJson(const Json& value) {
  if (!value.is_number()) {
    return WrongType("a number", value);
  }
  return value.get<double>();
}

template <>
absl::StatusOr<std::string> FromJson(const Json& value) {
  if (!value.is_string()) {
    return WrongType("a string", value);
  }
  return value.get<std::string>();
}

template <>
absl::StatusOr<Json> FromJson(const Json& value) {
  return value;
}

}  // namespace kvintet
