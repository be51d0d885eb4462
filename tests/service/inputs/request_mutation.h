// MutateRequest: a request changed as protocol buffers allow: counts, enums, texts, unknown fields.
#pragma once

#include <string>

#include <google/protobuf/message.h>

#include "base/rng.h"

namespace kvintet::testing {

// Changes one to four places of the message, its fields' fields included.
void MutateRequest(RandomStream* random, google::protobuf::Message* message);

// The bytes of a message; one in eight times its fields come twice, or in parts of two messages.
std::string MutatedBytes(RandomStream* random, const google::protobuf::Message& message);

}  // namespace kvintet::testing
