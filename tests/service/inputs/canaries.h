// CanarySet: secrets that nobody else may be told, and the search for them in what was told.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kvintet::testing {

// Copies are noticed as they are, in capitals, backwards, in hexadecimal, in base64 (of any
// alignment), as the bytes that a text of hexadecimal digits stands for, and any 16 bytes of these.
class CanarySet {
 public:
  // REQUIRES: `secret` has 16 bytes or more.
  void Add(const std::string& name, const std::string& secret);
  // The names of those that `bytes` hold, each once; "" where there are none.
  std::string FindIn(const std::string& bytes) const;
  void Clear() { forms_.clear(); }

 private:
  // Names, and what gives them away.
  std::vector<std::pair<std::string, std::vector<std::string>>> forms_;
};

}  // namespace kvintet::testing
