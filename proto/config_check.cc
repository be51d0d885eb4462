// ValidateRanges: walks through a message by reflection.
#include "proto/config_check.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include "base/number_range.h"
#include "proto/options.pb.h"

namespace kvintet {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;

// One origin, with the parse tree for the current message; null if the origin does not set it.
struct Branch {
  const TextOrigin* origin;
  TextFormat::ParseInfoTree* tree;
};

// The position of the walk.
struct Step {
  // Prefix of field names, such as "search."; "" at the root.
  std::string prefix;
  std::vector<Branch> branches;
};

// A field of a message; for a repeated field, the element `index`, otherwise index is -1.
struct Place {
  const Message& message;
  const FieldDescriptor& field;
  int index;
};

// The number at a place, as a double and as text; none if the field is not a number.
std::optional<std::pair<double, std::string>> NumberAt(const Place& at) {
  const auto& r = *at.message.GetReflection();
  const Message& m = at.message;
  const FieldDescriptor* const f = &at.field;
  const int i = at.index;
  const auto number = [](auto value) {
    return std::make_pair(static_cast<double>(value), absl::StrCat(value));
  };
  switch (f->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return number(i < 0 ? r.GetInt32(m, f) : r.GetRepeatedInt32(m, f, i));
    case FieldDescriptor::CPPTYPE_INT64:
      return number(i < 0 ? r.GetInt64(m, f) : r.GetRepeatedInt64(m, f, i));
    case FieldDescriptor::CPPTYPE_UINT32:
      return number(i < 0 ? r.GetUInt32(m, f) : r.GetRepeatedUInt32(m, f, i));
    case FieldDescriptor::CPPTYPE_UINT64:
      return number(i < 0 ? r.GetUInt64(m, f) : r.GetRepeatedUInt64(m, f, i));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return number(i < 0 ? r.GetFloat(m, f) : r.GetRepeatedFloat(m, f, i));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return number(i < 0 ? r.GetDouble(m, f) : r.GetRepeatedDouble(m, f, i));
    default:
      return std::nullopt;
  }
}

NumberRange RangeOf(const FieldDescriptor& field) {
  const Range& declared = field.options().GetExtension(range);
  NumberRange allowed = {.open_min = declared.open_min(), .open_max = declared.open_max()};
  if (declared.has_min()) {
    allowed.min = declared.min();
  }
  if (declared.has_max()) {
    allowed.max = declared.max();
  }
  return allowed;
}

// The last text that sets the field, and the line there; the first text if none sets it.
std::string WhereOf(const Step& step, const Place& at) {
  for (size_t i = step.branches.size(); i-- > 0;) {
    const Branch& branch = step.branches[i];
    if (branch.tree == nullptr) {
      continue;
    }
    const int line = branch.tree->GetLocation(&at.field, at.index).line;
    if (line >= 0) {
      return branch.origin->has_lines ? absl::StrCat(branch.origin->where, ":", line + 1)
                                      : branch.origin->where;
    }
  }
  return step.branches.empty() ? "" : step.branches.front().origin->where;
}

std::string NameOf(const Step& step, const Place& at) {
  std::string name = step.prefix + at.field.name();
  if (at.index >= 0) {
    absl::StrAppend(&name, "[", at.index, "]");
  }
  return name;
}

void CheckMessage(const Message& message, const Step& step, std::vector<std::string>& problems);

void CheckNested(const Place& at, const Step& step, std::vector<std::string>& problems) {
  Step inner = {.prefix = NameOf(step, at) + ".", .branches = step.branches};
  for (Branch& branch : inner.branches) {
    if (branch.tree != nullptr) {
      branch.tree = branch.tree->GetTreeForNested(&at.field, at.index);
    }
  }
  const auto& reflection = *at.message.GetReflection();
  CheckMessage(at.index < 0 ? reflection.GetMessage(at.message, &at.field)
                            : reflection.GetRepeatedMessage(at.message, &at.field, at.index),
               inner, problems);
}

void CheckPlace(const Place& at, const Step& step, std::vector<std::string>& problems) {
  if (at.field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    CheckNested(at, step, problems);
    return;
  }
  const auto number = NumberAt(at);
  const NumberRange allowed = RangeOf(at.field);
  if (number.has_value() && !Contains(allowed, number->first)) {
    problems.push_back(absl::StrCat(WhereOf(step, at), ": ", NameOf(step, at), " must be ",
                                    Describe(allowed), ", is ", number->second));
  }
}

void CheckMessage(const Message& message, const Step& step, std::vector<std::string>& problems) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const FieldDescriptor* const field : fields) {
    if (!field->is_repeated()) {
      CheckPlace({message, *field, -1}, step, problems);
      continue;
    }
    const int size = message.GetReflection()->FieldSize(message, field);
    for (int i = 0; i < size; ++i) {
      CheckPlace({message, *field, i}, step, problems);
    }
  }
}

}  // namespace

absl::Status ValidateRanges(const Message& message, std::span<const TextOrigin> origins) {
  Step root;
  for (const TextOrigin& origin : origins) {
    root.branches.push_back({&origin, origin.locations.get()});
  }
  std::vector<std::string> problems;
  CheckMessage(message, root, problems);
  if (problems.empty()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrJoin(problems, "\n"));
}

absl::Status ValidateRanges(const Message& message, const std::string& where) {
  const TextOrigin origin = {.where = where, .has_lines = false, .locations = nullptr};
  return ValidateRanges(message, std::span(&origin, 1));
}

}  // namespace kvintet
