// CanarySet: secrets that must not be sent to others, and a search for them in what was sent.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kvintet::testing {

// Finds copies in plain form, in capitals, reversed, in hexadecimal, in base64 (at any alignment),
// as the bytes that a hexadecimal text stands for, and any 16 bytes of these.
class CanarySet {
 public:
  // REQUIRES: `secret` has at least 16 bytes.
  void Add(const std::string& name, const std::string& secret);
  // The names of the secrets in `bytes`, each once; "" if there are none.
  std::string FindIn(const std::string& bytes) const;
  void Clear() { forms_.clear(); }

 private:
  // The names, and the forms that reveal each secret.
  std::vector<std::pair<std::string, std::vector<std::string>>> forms_;
};

}  // namespace kvintet::testing
