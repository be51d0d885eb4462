// ExplainTextError: rewrites an error of protobuf's text parser to say what was expected.
#pragma once

#include <string>

#include <google/protobuf/descriptor.h>

namespace kvintet {

// Deeper than any of our messages; a schema that contains itself would recurse for ever.
inline constexpr int kMaxSchemaDepth = 16;

// `what` is the parser's message about `line` of a text of the message type `schema`. The result
// starts in lower case and has no full stop. An unknown field comes with the closest name that
// exists, or with its place if it moved into a member of a oneof. An unknown enumeration value
// comes with all values.
std::string ExplainTextError(const std::string& what, const std::string& line,
                             const google::protobuf::Descriptor& schema);

}  // namespace kvintet
