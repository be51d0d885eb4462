// Protobuf's text form: TextFormat with better error messages.
#include "proto/textproto.h"

#include <cstddef>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <absl/strings/string_view.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include "base/check.h"
#include "base/files/file.h"
#include "base/status_macros.h"
#include "proto/options.pb.h"
#include "proto/text_error.h"

namespace kvintet {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::TextFormat;

// Collects the parser's messages with their positions.
class ErrorList final : public google::protobuf::io::ErrorCollector {
 public:
  // All must outlive it.
  ErrorList(const std::string& text, const TextOrigin& origin,
            const google::protobuf::Descriptor& schema)
      : text_lines_(absl::StrSplit(text, '\n')), origin_(origin), schema_(schema) {}

  // Lines and columns count from 0; -1 means no position.
  void AddError(int line, int column, const std::string& what) override {
    std::string place = origin_.where;
    if (origin_.has_lines && line >= 0) {
      absl::StrAppend(&place, ":", line + 1, ":", column + 1);
    }
    const auto number = static_cast<size_t>(line);
    const std::string written(number < text_lines_.size() ? text_lines_[number] : "");
    lines_.push_back(absl::StrCat(place, ": ", ExplainTextError(what, written, schema_)));
  }

  absl::Status ToStatus() const { return absl::InvalidArgumentError(absl::StrJoin(lines_, "\n")); }

 private:
  const std::vector<absl::string_view> text_lines_;
  const TextOrigin& origin_;
  const google::protobuf::Descriptor& schema_;
  std::vector<std::string> lines_;
};

// Sets a field that has no value to its default.
void SetToDefault(const FieldDescriptor& field, Message& message) {
  const Reflection& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return reflection.SetInt32(&message, &field, field.default_value_int32());
    case FieldDescriptor::CPPTYPE_INT64:
      return reflection.SetInt64(&message, &field, field.default_value_int64());
    case FieldDescriptor::CPPTYPE_UINT32:
      return reflection.SetUInt32(&message, &field, field.default_value_uint32());
    case FieldDescriptor::CPPTYPE_UINT64:
      return reflection.SetUInt64(&message, &field, field.default_value_uint64());
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return reflection.SetDouble(&message, &field, field.default_value_double());
    case FieldDescriptor::CPPTYPE_FLOAT:
      return reflection.SetFloat(&message, &field, field.default_value_float());
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection.SetBool(&message, &field, field.default_value_bool());
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection.SetEnum(&message, &field, field.default_value_enum());
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection.SetString(&message, &field, field.default_value_string());
    case FieldDescriptor::CPPTYPE_MESSAGE:
      reflection.MutableMessage(&message, &field);
      return;
  }
}

// Whether the field belongs to a oneof that stays empty when defaults are written. One whose schema
// says which member an empty one means (`unset_means`) gets that member.
bool StaysEmpty(const FieldDescriptor& field, const Message& message) {
  const google::protobuf::OneofDescriptor* const oneof = field.real_containing_oneof();
  return oneof != nullptr && (oneof->options().GetExtension(unset_means) != field.name() ||
                              message.GetReflection()->HasOneof(message, oneof));
}

// Sets every field that has no value to its default. A message of the root's own type inside it
// stays as it is, since it holds only what differs from the root.
void WriteDefaults(const google::protobuf::Descriptor& root, Message& message, int depth) {
  KVINTET_CHECK_LT(depth, kMaxSchemaDepth);
  const google::protobuf::Descriptor& schema = *message.GetDescriptor();
  const Reflection& reflection = *message.GetReflection();
  for (int i = 0; i < schema.field_count(); ++i) {
    const FieldDescriptor& field = *schema.field(i);
    if (field.message_type() == &root) {
      continue;
    }
    if (field.is_repeated()) {
      const bool nested = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
      for (int k = 0; nested && k < reflection.FieldSize(message, &field); ++k) {
        WriteDefaults(root, *reflection.MutableRepeatedMessage(&message, &field, k), depth + 1);
      }
      continue;
    }
    if (!reflection.HasField(message, &field)) {
      if (StaysEmpty(field, message)) {
        continue;
      }
      SetToDefault(field, message);
    }
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      WriteDefaults(root, *reflection.MutableMessage(&message, &field), depth + 1);
    }
  }
}

// Maps the earlier names of the fields of `schema`, and of messages below it, to the present ones.
void AddEarlierNames(const google::protobuf::Descriptor& schema, int depth,
                     std::map<std::string, std::string>& names) {
  for (int i = 0; i < schema.field_count() && depth < kMaxSchemaDepth; ++i) {
    const FieldDescriptor& field = *schema.field(i);
    if (const std::string& earlier = field.options().GetExtension(was); !earlier.empty()) {
      names[earlier] = field.name();
    }
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      AddEarlierNames(*field.message_type(), depth + 1, names);
    }
  }
}

}  // namespace

std::string WithCurrentNames(const std::string& text, const google::protobuf::Descriptor& schema) {
  std::map<std::string, std::string> names;
  AddEarlierNames(schema, /*depth=*/0, names);
  std::string renamed = text;
  for (const auto& [earlier, name] : names) {
    const std::regex at_field("\\b" + earlier + "\\b(?=\\s*[:{])");
    renamed = std::regex_replace(renamed, at_field, name);
  }
  return renamed;
}

absl::Status MergeTextProto(const std::string& text, TextOrigin& origin, Message& message) {
  ErrorList errors(text, origin, *message.GetDescriptor());
  origin.locations = std::make_unique<TextFormat::ParseInfoTree>();
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.WriteLocationsTo(origin.locations.get());
  // Parses into a separate message, since TextFormat's own Merge lets a text set a field twice.
  const std::unique_ptr<Message> read(message.New());
  if (!parser.ParseFromString(text, read.get())) {
    return errors.ToStatus();
  }
  message.MergeFrom(*read);
  return absl::OkStatus();
}

absl::Status MergeTextProto(const std::string& text, const std::string& where, Message& message) {
  TextOrigin origin = {.where = where, .has_lines = false, .locations = nullptr};
  return MergeTextProto(text, origin, message);
}

absl::Status LoadTextProto(const std::string& path, Message& message) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  TextOrigin origin = {.where = path, .has_lines = true, .locations = nullptr};
  return MergeTextProto(text, origin, message);
}

std::string ToTextProto(const Message& message) {
  const std::unique_ptr<Message> resolved(message.New());
  resolved->CopyFrom(message);
  WriteDefaults(*resolved->GetDescriptor(), *resolved, 0);
  std::string text;
  KVINTET_CHECK(TextFormat::PrintToString(*resolved, &text));
  return text;
}

}  // namespace kvintet
