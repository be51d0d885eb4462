// MutateRequest: see the header.
#include "tests/service/inputs/request_mutation.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/unknown_field_set.h>

#include <iterator>
#include <limits>
#include <vector>

namespace kvintet::testing {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::UnknownFieldSet;

constexpr int64_t kIntegers[] = {0,
                                 1,
                                 -1,
                                 2,
                                 7,
                                 63,
                                 64,
                                 65,
                                 101,
                                 1000,
                                 65536,
                                 std::numeric_limits<int32_t>::max(),
                                 std::numeric_limits<int32_t>::min(),
                                 std::numeric_limits<uint32_t>::max(),
                                 std::numeric_limits<int64_t>::max(),
                                 std::numeric_limits<int64_t>::min()};
constexpr double kDoubles[] = {0,
                               -0.0,
                               1,
                               -1,
                               0.5,
                               1e-320,
                               1e308,
                               -1e308,
                               std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()};

uint32_t Below(RandomStream* random, size_t bound) {
  return random->Below(static_cast<uint32_t>(bound));
}

// Texts that external input may have: words of other requests, paths, invalid UTF-8, long ones.
const std::vector<std::string>& OtherTexts() {
  static const auto* const kTexts =
      new std::vector<std::string>{"",
                                   " ",
                                   "?",
                                   "tic_tac_toe",
                                   "kontranto",
                                   "kuhn; chance deal J; chance deal Q",
                                   "renju{opening=free}",
                                   "renju{size=4}",
                                   "tantrix",
                                   "goofspiel",
                                   "konkvest{}",
                                   "chess{a=b",
                                   "tic_tac_toe; 0 b2",
                                   "tic_tac_toe; 0 b2; 1 b2",
                                   "tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2; 0 a3",
                                   "b2",
                                   "circle",
                                   "../../etc/passwd",
                                   "%2F%2e%2e",
                                   "/",
                                   "$M",
                                   "$A",
                                   "$B",
                                   "$K",
                                   "$C",
                                   "$D",
                                   "$E",
                                   "$O",
                                   "$F",
                                   "$I",
                                   "$J",
                                   "$T",
                                   "\xff\xfe",
                                   "\xed\xa0\x80",
                                   "\xe2\x80\xae",
                                   "P\xc3\x9cNCT",
                                   std::string("a\0b", 3),
                                   "0123456789abcdef",
                                   "99999999999999999999",
                                   "-1",
                                   "\n",
                                   "{",
                                   ";"};
  return *kTexts;
}

// A text of any kind, or `present` with a change.
std::string Text(RandomStream* random, const std::string& present) {
  switch (random->Below(8)) {
    case 0:
      return std::string(random->Below(40000), static_cast<char>(' ' + random->Below(95)));
    case 1:
      return present + present;
    case 2:
      return present.substr(0, Below(random, present.size() + 1));
    case 3: {
      std::string changed = present;
      if (!changed.empty()) {
        changed[Below(random, changed.size())] = static_cast<char>(random->Below(256));
      }
      return changed;
    }
    case 4:
      return present + OtherTexts()[Below(random, OtherTexts().size())];
    default:
      return OtherTexts()[Below(random, OtherTexts().size())];
  }
}

// Unknown fields, as later versions of the schemas may add; and deeply nested groups, as none will.
void AddUnknown(RandomStream* random, UnknownFieldSet* fields) {
  const int number = static_cast<int>(random->Below(500)) + 1;
  switch (random->Below(4)) {
    case 0:
      fields->AddVarint(number, random->Next64());
      break;
    case 1:
      fields->AddFixed32(number, random->Next32());
      break;
    case 2:
      fields->AddLengthDelimited(number, std::string(random->Below(1000), '\xee'));
      break;
    default:
      for (uint32_t depth = random->Below(150); depth > 0; --depth) {
        fields = fields->AddGroup(number);
      }
  }
}

// Sets the field, or appends a value if it is repeated.
template <typename Set, typename Add, typename Value>
void Put(Message* message, const FieldDescriptor* field, Set set, Add add, Value value) {
  const Reflection& on = *message->GetReflection();
  if (field->is_repeated()) {
    (on.*add)(message, field, value);
  } else {
    (on.*set)(message, field, value);
  }
}

void PutNumber(RandomStream* random, Message* message, const FieldDescriptor* field) {
  const int64_t integer = kIntegers[Below(random, std::size(kIntegers))];
  const double real = kDoubles[Below(random, std::size(kDoubles))];
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return Put(message, field, &Reflection::SetInt32, &Reflection::AddInt32,
                 static_cast<int32_t>(integer));
    case FieldDescriptor::CPPTYPE_INT64:
      return Put(message, field, &Reflection::SetInt64, &Reflection::AddInt64, integer);
    case FieldDescriptor::CPPTYPE_UINT32:
      return Put(message, field, &Reflection::SetUInt32, &Reflection::AddUInt32,
                 static_cast<uint32_t>(integer));
    case FieldDescriptor::CPPTYPE_UINT64:
      return Put(message, field, &Reflection::SetUInt64, &Reflection::AddUInt64,
                 static_cast<uint64_t>(integer));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return Put(message, field, &Reflection::SetFloat, &Reflection::AddFloat,
                 static_cast<float>(real));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return Put(message, field, &Reflection::SetDouble, &Reflection::AddDouble, real);
    case FieldDescriptor::CPPTYPE_BOOL:
      return Put(message, field, &Reflection::SetBool, &Reflection::AddBool, integer % 2 == 0);
    default:
      // Set by number, which need not be a value of the enumeration.
      return Put(message, field, &Reflection::SetEnumValue, &Reflection::AddEnumValue,
                 static_cast<int>(static_cast<int32_t>(integer % 40)));
  }
}

void PutText(RandomStream* random, Message* message, const FieldDescriptor* field) {
  const Reflection& on = *message->GetReflection();
  if (!field->is_repeated()) {
    on.SetString(message, field, Text(random, on.GetString(*message, field)));
  } else if (const int size = on.FieldSize(*message, field); size > 0) {
    const auto index = static_cast<int>(random->Below(static_cast<uint32_t>(size)));
    on.SetRepeatedString(message, field, index,
                         Text(random, on.GetRepeatedString(*message, field, index)));
  } else {
    on.AddString(message, field, Text(random, ""));
  }
}

void Mutate(RandomStream* random, Message* message);

void PutMessage(RandomStream* random, Message* message, const FieldDescriptor* field) {
  const Reflection& on = *message->GetReflection();
  if (!field->is_repeated()) {
    return Mutate(random, on.MutableMessage(message, field));
  }
  const int size = on.FieldSize(*message, field);
  if (size == 0 || random->Below(4) == 0) {
    return Mutate(random, on.AddMessage(message, field));
  }
  const auto index = static_cast<int>(random->Below(static_cast<uint32_t>(size)));
  Mutate(random, on.MutableRepeatedMessage(message, field, index));
}

// Repeats the last value many times.
void Multiply(RandomStream* random, Message* message, const FieldDescriptor* field) {
  const Reflection& on = *message->GetReflection();
  const uint32_t more = random->Below(2) == 0 ? 1 : random->Below(1000);
  for (uint32_t i = 0; i < more; ++i) {
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      Message* const added = on.AddMessage(message, field);
      if (const int size = on.FieldSize(*message, field); size > 1) {
        added->CopyFrom(on.GetRepeatedMessage(*message, field, size - 2));
      }
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      on.AddString(message, field, "again");
    } else {
      PutNumber(random, message, field);
    }
  }
}

// Makes one change, in this message or in one below.
void Mutate(RandomStream* random, Message* message) {
  const auto& type = *message->GetDescriptor();
  if (type.field_count() == 0 || random->Below(16) == 0) {
    return AddUnknown(random, message->GetReflection()->MutableUnknownFields(message));
  }
  const auto* field =
      type.field(static_cast<int>(Below(random, static_cast<size_t>(type.field_count()))));
  if (random->Below(8) == 0) {
    return message->GetReflection()->ClearField(message, field);
  }
  if (field->is_repeated() && random->Below(3) == 0) {
    return Multiply(random, message, field);
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return PutMessage(random, message, field);
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    return PutText(random, message, field);
  }
  PutNumber(random, message, field);
}

}  // namespace

void MutateRequest(RandomStream* random, Message* message) {
  for (uint32_t changes = random->Below(4) + 1; changes > 0; --changes) {
    Mutate(random, message);
  }
}

std::string MutatedBytes(RandomStream* random, const Message& message) {
  // SerializeAsString would log invalid UTF-8 and keep it.
  std::string bytes = message.SerializePartialAsString();
  if (random->Below(8) != 0) {
    return bytes;
  }
  return bytes + bytes.substr(Below(random, bytes.size() + 1));
}

}  // namespace kvintet::testing
