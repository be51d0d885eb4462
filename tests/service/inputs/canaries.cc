// CanarySet: see the header.
#include "tests/service/inputs/canaries.h"

#include <algorithm>
#include <cctype>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include "base/check.h"

namespace kvintet::testing {
namespace {

constexpr size_t kPart = 16;
constexpr size_t kAlignments = 3;

bool IsHex(const std::string& text) {
  return text.size() % 2 == 0 && std::ranges::all_of(text, [](char letter) {
           return std::isxdigit(static_cast<unsigned char>(letter)) != 0;
         });
}

// The base64 of the secret in the middle of other bytes, without the ends, which depend on those.
std::string InBase64(const std::string& bytes, size_t before) {
  const std::string text = absl::Base64Escape(std::string(before, 'x') + bytes);
  constexpr size_t kEnd = 4;
  return text.substr(kEnd, text.size() - 2 * kEnd);
}

std::vector<std::string> FormsOf(const std::string& secret) {
  std::vector<std::string> forms = {secret, absl::AsciiStrToUpper(secret),
                                    std::string(secret.rbegin(), secret.rend()),
                                    absl::BytesToHexString(secret)};
  std::vector<std::string> contents = {secret};
  if (IsHex(secret)) {
    contents.push_back(absl::HexStringToBytes(secret));
    forms.push_back(contents.back());
  }
  for (const std::string& content : contents) {
    for (size_t before = 0; before < kAlignments; ++before) {
      forms.push_back(InBase64(content, before));
    }
  }
  return forms;
}

// All pieces of a given length, such that a longer copy contains at least one of them.
std::vector<std::string> PartsOf(const std::string& form) {
  std::vector<std::string> parts;
  for (size_t at = 0; at + kPart <= form.size(); ++at) {
    parts.push_back(form.substr(at, kPart));
  }
  if (parts.empty()) {
    parts.push_back(form);
  }
  return parts;
}

}  // namespace

void CanarySet::Add(const std::string& name, const std::string& secret) {
  KVINTET_CHECK_GE(secret.size(), kPart);
  std::vector<std::string> all;
  for (const std::string& form : FormsOf(secret)) {
    const std::vector<std::string> parts = PartsOf(form);
    all.insert(all.end(), parts.begin(), parts.end());
  }
  forms_.emplace_back(name, std::move(all));
}

std::string CanarySet::FindIn(const std::string& bytes) const {
  std::string found;
  for (const auto& [name, forms] : forms_) {
    if (std::ranges::any_of(forms, [&bytes](const std::string& form) {
          return bytes.find(form) != std::string::npos;
        })) {
      absl::StrAppend(&found, found.empty() ? "" : ", ", name);
    }
  }
  return found;
}

}  // namespace kvintet::testing
