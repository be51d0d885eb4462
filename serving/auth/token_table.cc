// TokenTable: see the header.
#include "serving/auth/token_table.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

constexpr size_t kDigits = 64;

bool IsHash(absl::string_view text) {
  return text.size() == kDigits && std::ranges::all_of(text, [](char c) {
           return absl::ascii_isdigit(static_cast<unsigned char>(c)) || (c >= 'a' && c <= 'f');
         });
}

std::vector<std::string> Words(absl::string_view line) {
  line = line.substr(0, line.find('#'));
  return absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
}

// The file without the lines of a token.
std::string Without(const std::string& text, const std::string& name) {
  std::vector<std::string> kept;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::vector<std::string> words = Words(line);
    if (words.empty() || words[0] != name) {
      kept.emplace_back(line);
    }
  }
  std::string joined;
  for (const std::string& line : kept) {
    absl::StrAppend(&joined, joined.empty() ? "" : "\n", line);
  }
  return joined;
}

}  // namespace

absl::StatusOr<std::vector<Token>> ParseTokens(const std::string& text, const std::string& where) {
  std::vector<Token> tokens;
  std::set<std::string> seen;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const std::vector<std::string> words = Words(line);
    if (words.empty()) {
      continue;
    }
    const std::optional<Role> role = words.size() == 3 ? ParseRole(words[1]) : std::nullopt;
    if (!role || !IsHash(words[2])) {
      return absl::InvalidArgumentError(
          absl::StrCat(where, ":", number,
                       ": wanted NAME, a role (public, player, designer, operator) and a SHA-256 "
                       "in 64 lower-case hexadecimal digits"));
    }
    if (!seen.insert(words[0]).second || !seen.insert(words[2]).second) {
      return absl::InvalidArgumentError(
          absl::StrCat(where, ":", number, ": the name or the hash is there already"));
    }
    tokens.push_back({words[0], *role, words[2]});
  }
  return tokens;
}

absl::StatusOr<std::unique_ptr<TokenTable>> TokenTable::Read(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  KVINTET_ASSIGN_OR_RETURN(std::vector<Token> tokens, ParseTokens(text, path));
  return std::unique_ptr<TokenTable>(new TokenTable(path, std::move(text), std::move(tokens)));
}

std::optional<Token> TokenTable::Find(absl::string_view secret) const {
  const std::string hash = Sha256Hex(secret);
  const std::lock_guard lock(mutex_);
  std::optional<Token> found;
  for (const Token& token : tokens_) {
    if (CRYPTO_memcmp(token.sha256.data(), hash.data(), kDigits) == 0) {
      found = token;
    }
  }
  return found;
}

absl::Status TokenTable::Revoke(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto place = std::ranges::find(tokens_, name, &Token::name);
  if (place == tokens_.end()) {
    return absl::NotFoundError(absl::StrCat("there is no token named '", name, "'"));
  }
  const std::string hash = place->sha256;
  tokens_.erase(place);
  const std::string text = Without(text_, name);
  if (absl::Status written = WriteFileAtomically(path_, text); !written.ok()) {
    revoked_.insert(hash);
    return written;
  }
  text_ = text;
  return absl::OkStatus();
}

absl::Status TokenTable::Refresh() {
  // Held while the file is read: a token may be revoked meanwhile.
  const std::lock_guard lock(mutex_);
  KVINTET_ASSIGN_OR_RETURN(std::string text, ReadFile(path_));
  if (text == text_) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(tokens_, ParseTokens(text, path_));
  std::erase_if(tokens_, [&](const Token& token) { return revoked_.contains(token.sha256); });
  text_ = std::move(text);
  return absl::OkStatus();
}

}  // namespace kvintet::serving
