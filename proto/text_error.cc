// ExplainTextError: takes the names from the parser's messages and looks them up in the schema.
#include "proto/text_error.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <absl/strings/string_view.h>
#include <google/protobuf/descriptor.h>

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

std::string ExplainUnknownField(const std::string& message_name, const std::string& name,
                                const Descriptor& schema) {
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
  const auto nearest = std::ranges::min_element(
      names, {}, [&name](const std::string& each) { return EditDistance(each, name); });
  if (EditDistance(*nearest, name) <= 1 + name.size() / 3) {
    return absl::StrCat(begin, ", did you mean ", *nearest, "?");
  }
  return absl::StrCat(begin, ", only ", absl::StrJoin(names, ", "));
}

// The enumeration field of that name in `schema` or a message below it; null if there is none.
const FieldDescriptor* FindEnumField(const Descriptor& schema, const std::string& name, int depth) {
  constexpr int kMaxDepth = 16;
  if (depth == kMaxDepth) {
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

std::string ExplainTextError(const std::string& what, const Descriptor& schema) {
  const std::vector<std::string> words = QuotedWords(what);
  if (words.size() == 2 && what.find("has no field named") != what.npos) {
    return ExplainUnknownField(words[0], words[1], schema);
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
