// ExplainTextError: an error of protobuf's text parser in our words, with what was wanted.
#pragma once

#include <string>

#include <google/protobuf/descriptor.h>

namespace kvintet {

// `what` is the parser's message about a text for the message `schema`. Lower case, no full stop;
// unknown fields come with the nearest name there is, unknown enumeration values with all of them.
std::string ExplainTextError(const std::string& what, const google::protobuf::Descriptor& schema);

}  // namespace kvintet
