// CanonicalText: prints a message as text that is the same in every programming language.
//
// Protobuf's own text form differs, since libraries print numbers differently.
// tests/service/conversation.py writes the same text in Python.
#pragma once

#include <google/protobuf/message.h>

#include <set>
#include <string>

namespace kvintet {

// Full names of fields, such as kvintet.v1.MatchState.at_ms.
struct HiddenFields {
  // Shown as "*" if set.
  std::set<std::string> blank = {};
  // Not shown.
  std::set<std::string> drop = {};
};

// Prints the fields that are set, in the order of their numbers, scalar values on one line,
// messages in braces. Floats and doubles have nine significant digits ("%.9g"); strings are ASCII
// JSON strings.
std::string CanonicalText(const google::protobuf::Message& message, const HiddenFields& hidden);

}  // namespace kvintet
