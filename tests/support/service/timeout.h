// kTimeout: how long tests wait for an answer of the service.
#pragma once

#include <chrono>

namespace kvintet::testing {

// Much longer than an answer takes, since a test may share the machine with others.
inline constexpr std::chrono::milliseconds kTimeout(60000);

}  // namespace kvintet::testing
