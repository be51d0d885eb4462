// CanonicalText: a message as text that is the same in every language it is printed from.
//
// Protobuf's own text form is not: libraries print numbers differently. tests/service/
// conversation.py writes the same text in Python.
#pragma once

#include <google/protobuf/message.h>

#include <set>
#include <string>

namespace kvintet {

// Full names of fields: kvintet.v1.MatchState.at_ms.
struct HiddenFields {
  // Shown as "*" where set.
  std::set<std::string> blank = {};
  // Not shown.
  std::set<std::string> drop = {};
};

// The fields that are set, in the order of their numbers: values in a line, messages in braces.
// Floats and doubles have nine digits ("%.9g"), strings are JSON's in ASCII.
std::string CanonicalText(const google::protobuf::Message& message, const HiddenFields& hidden);

}  // namespace kvintet
