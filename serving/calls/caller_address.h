// CallerAddress: how the HTTP door, which makes calls for its clients, names their addresses.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace kvintet::serving {

// The metadata that holds it.
inline constexpr char kCallerAddress[] = "kvintet-caller-address";

// The value for an address in the form of gRPC's peers. It begins with a random text that never
// leaves the process, so that a client of gRPC cannot name another's address.
std::string SealAddress(absl::string_view peer);

// The address in such a value; empty if this process has not made it.
absl::string_view UnsealAddress(absl::string_view value);

}  // namespace kvintet::serving
