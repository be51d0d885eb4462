// CanonicalText: see the header.
#include "tests/service/canonical_text.h"

#include <vector>

#include <google/protobuf/text_format.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/reports/json.h"

namespace kvintet {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::TextFormat;

std::string NumberText(double value) { return absl::StrFormat("%.9g", value); }

std::string StringText(const std::string& value) {
  return Json(value).dump(-1, ' ', /*ensure_ascii=*/true);
}

// The value of a field that is not a message: its single value, or element `index` if repeated.
std::string ValueText(const Message& message, const FieldDescriptor* field, int index) {
  const Reflection& of = *message.GetReflection();
  const bool many = field->is_repeated();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return NumberText(many ? of.GetRepeatedDouble(message, field, index)
                             : of.GetDouble(message, field));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return NumberText(static_cast<double>(many ? of.GetRepeatedFloat(message, field, index)
                                                 : of.GetFloat(message, field)));
    case FieldDescriptor::CPPTYPE_STRING:
      return StringText(many ? of.GetRepeatedString(message, field, index)
                             : of.GetString(message, field));
    default: {
      std::string text;
      TextFormat::PrintFieldValueToString(message, field, many ? index : -1, &text);
      return text;
    }
  }
}

// All values of a field that is not a message.
std::string ValuesText(const Message& message, const FieldDescriptor* field, bool blank) {
  const int count = field->is_repeated() ? message.GetReflection()->FieldSize(message, field) : 1;
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string value = ValueText(message, field, i);
    absl::StrAppend(&text, i == 0 ? "" : " ", blank && value != "\"\"" ? "*" : value);
  }
  return text;
}

void Append(const Message& message, const HiddenFields& hidden, int depth, std::string* text) {
  const Reflection& of = *message.GetReflection();
  const std::string indent(static_cast<size_t>(2 * depth), ' ');
  std::vector<const FieldDescriptor*> fields;
  of.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string name(field->full_name());
    if (hidden.drop.contains(name)) {
      continue;
    }
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      absl::StrAppend(text, indent, field->name(), ": ",
                      ValuesText(message, field, hidden.blank.contains(name)), "\n");
      continue;
    }
    const int count = field->is_repeated() ? of.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      absl::StrAppend(text, indent, field->name(), " {\n");
      Append(field->is_repeated() ? of.GetRepeatedMessage(message, field, i)
                                  : of.GetMessage(message, field),
             hidden, depth + 1, text);
      absl::StrAppend(text, indent, "}\n");
    }
  }
}

}  // namespace

std::string CanonicalText(const Message& message, const HiddenFields& hidden) {
  std::string text;
  Append(message, hidden, 0, &text);
  return text;
}

}  // namespace kvintet
