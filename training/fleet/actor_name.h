// HostName, UniqueName: what a process is called among those of a run.
#pragma once

#include <unistd.h>

#include <array>
#include <random>
#include <string>

#include <absl/strings/str_format.h>

namespace kvintet::training {

inline std::string HostName() {
  std::array<char, 256> name = {};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

// The host's name and random digits.
inline std::string UniqueName(const std::string& host) {
  std::random_device random;
  return absl::StrFormat("%s-%08x", host, random());
}

}  // namespace kvintet::training
