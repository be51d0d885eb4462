// kVersion: the version of Kvintet, that of CMakeLists.txt and of the Python package.
#pragma once

namespace kvintet {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace kvintet
