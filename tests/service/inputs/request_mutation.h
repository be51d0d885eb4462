// MutateRequest: changes a request within the wire format: counts, enums, texts, unknown fields.
#pragma once

#include <string>

#include <google/protobuf/message.h>

#include "base/rng.h"

namespace kvintet::testing {

// Changes one to four places of the message, including nested messages.
void MutateRequest(RandomStream* random, google::protobuf::Message* message);

// The bytes of a message. One time in eight its fields occur twice, or in parts of two messages.
std::string MutatedBytes(RandomStream* random, const google::protobuf::Message& message);

}  // namespace kvintet::testing
