// ExplainTextError: takes the names from the parser's messages and looks them up in the schema.
#include "proto/text_error.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <absl/strings/string_view.h>
#include <google/protobuf/descriptor.h>

#include "proto/moved_setting.h"
#include "proto/options.pb.h"

namespace kvintet {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Number of letters to insert, delete or replace to turn one word into the other.
size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t k = 0; k < b.size(); ++k) {
      const size_t replaced = diagonal + (a[i] == b[k] ? 0 : 1);
      diagonal = row[k + 1];
      row[k + 1] = std::min({replaced, diagonal + 1, row[k] + 1});
    }
  }
  return row.back();
}

// The quoted words of a message, in order.
std::vector<std::string> QuotedWords(const std::string& what) {
  const std::vector<std::string> parts = absl::StrSplit(what, '"');
  std::vector<std::string> words;
  for (size_t i = 1; i + 1 < parts.size(); i += 2) {
    words.push_back(parts[i]);
  }
  return words;
}

// The path from `schema` to a field of type `message`, e.g. "search"; "" to `schema` itself, none
// if there is no such field.
std::optional<std::string> PathTo(const Descriptor& message, const Descriptor& schema, int depth) {
  if (&message == &schema) {
    return "";
  }
  for (int i = 0; i < schema.field_count() && depth < kMaxSchemaDepth; ++i) {
    const FieldDescriptor& field = *schema.field(i);
    if (field.message_type() != nullptr) {
      if (const auto path = PathTo(message, *field.message_type(), depth + 1)) {
        return path->empty() ? field.name() : absl::StrCat(field.name(), ".", *path);
      }
    }
  }
  return std::nullopt;
}

std::string AnyOf(const std::vector<std::string>& names) {
  const std::vector<std::string> first(names.begin(), names.end() - 1);
  return first.empty() ? names.back()
                       : absl::StrCat(absl::StrJoin(first, ", "), " or ", names.back());
}

// Where the field stands that stood in `message` under this name, before it moved into a member of
// a oneof, or before the oneof replaced an enumeration; "" if there is no such field.
std::string WhereItMoved(const Descriptor& message, const std::string& name,
                         const std::string& line, const Descriptor& schema) {
  const std::string path = PathTo(message, schema, 0).value_or("");
  const std::string before = path.empty() ? "" : path + ".";
  std::vector<std::string> places;
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& member = *message.field(i);
    if (member.real_containing_oneof() == nullptr || member.message_type() == nullptr) {
      continue;
    }
    const std::string& oneof = member.real_containing_oneof()->name();
    const std::string written =
        path.empty() ? member.name() + " { }" : absl::StrCat(path, " { ", member.name(), " { } }");
    std::smatch value;
    if (oneof == name && std::regex_search(line, value, std::regex(name + R"(\s*:\s*(\w+))")) &&
        absl::AsciiStrToLower(value[1].str()) == member.name()) {
      return absl::StrCat(before, name, ": ", value[1].str(), " is now ", written);
    }
    const FieldDescriptor* const moved = FindMovedSetting(*member.message_type(), name);
    if (oneof == name || moved != nullptr) {
      places.push_back(oneof == name ? written
                                     : absl::StrCat(before, member.name(), ".", moved->name()));
    }
  }
  return places.empty() ? "" : absl::StrCat(before, name, " is now ", AnyOf(places));
}

std::string ExplainUnknownField(const std::string& message_name, const std::string& name,
                                const std::string& line, const Descriptor& schema) {
  const Descriptor* const message = schema.file()->pool()->FindMessageTypeByName(message_name);
  if (message == nullptr || message->field_count() == 0) {
    return absl::StrCat("there is no field ", name);
  }
  std::vector<std::string> names;
  names.reserve(static_cast<size_t>(message->field_count()));
  const std::string begin = absl::StrCat(message->name(), " has no field ", name);
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor& field = *message->field(i);
    if (field.options().GetExtension(was) == name) {
      return absl::StrCat(begin, ", it is called ", field.name(), " now");
    }
    names.push_back(field.name());
  }
  if (std::string moved = WhereItMoved(*message, name, line, schema); !moved.empty()) {
    return moved;
  }
  const auto nearest = std::ranges::min_element(
      names, {}, [&name](const std::string& each) { return EditDistance(each, name); });
  if (EditDistance(*nearest, name) <= 1 + name.size() / 3) {
    return absl::StrCat(begin, ", did you mean ", *nearest, "?");
  }
  return absl::StrCat(begin, ", only ", absl::StrJoin(names, ", "));
}

// The enumeration field of that name in `schema` or a message below it; null if there is none.
const FieldDescriptor* FindEnumField(const Descriptor& schema, const std::string& name, int depth) {
  if (depth == kMaxSchemaDepth) {
    return nullptr;
  }
  for (int i = 0; i < schema.field_count(); ++i) {
    const FieldDescriptor* field = schema.field(i);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      field = FindEnumField(*field->message_type(), name, depth + 1);
      if (field != nullptr) {
        return field;
      }
    } else if (field->name() == name && field->enum_type() != nullptr) {
      return field;
    }
  }
  return nullptr;
}

std::string ExplainUnknownValue(const std::string& value, const std::string& name,
                                const Descriptor& schema) {
  std::vector<std::string> values;
  if (const FieldDescriptor* const field = FindEnumField(schema, name, 0); field != nullptr) {
    for (int i = 0; i < field->enum_type()->value_count(); ++i) {
      values.push_back(field->enum_type()->value(i)->name());
    }
  }
  return absl::StrCat(name, " must be one of ", absl::StrJoin(values, ", "), ", is ", value);
}

}  // namespace

std::string ExplainTextError(const std::string& what, const std::string& line,
                             const Descriptor& schema) {
  const std::vector<std::string> words = QuotedWords(what);
  if (words.size() == 2 && what.find("has no field named") != what.npos) {
    return ExplainUnknownField(words[0], words[1], line, schema);
  }
  if (words.size() == 2 && what.starts_with("Unknown enumeration value of")) {
    return ExplainUnknownValue(words[0], words[1], schema);
  }
  std::string explained = what;
  if (explained.ends_with('.')) {
    explained.pop_back();
  }
  if (!explained.empty()) {
    explained[0] = absl::ascii_tolower(static_cast<unsigned char>(explained[0]));
  }
  return explained;
}

}  // namespace kvintet
