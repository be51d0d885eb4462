// ValidateRanges: checks a message against the ranges that its schema declares.
#pragma once

#include <span>
#include <string>

#include <absl/status/status.h>
#include <google/protobuf/message.h>

#include "proto/textproto.h"

namespace kvintet {

// Returns InvalidArgument with a line "WHERE: search.simulations must be between 1 and 1000000, is
// -3" for each number, in nested messages too, that is outside its (kvintet.range) or not finite.
absl::Status ValidateRanges(const google::protobuf::Message& message, const std::string& where);

// The same for a message merged from `origins`, in this order. Each line names the text that set
// the value last, and the line there: "configs/a.textproto:7: search.simulations must be ...".
absl::Status ValidateRanges(const google::protobuf::Message& message,
                            std::span<const TextOrigin> origins);

}  // namespace kvintet
