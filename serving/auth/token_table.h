// TokenTable: the valid bearer tokens, hashed, each with its role, stored in a file.
//
// A line of the file is "NAME ROLE SHA256", the hash in hexadecimal; "#" starts a comment. Tokens
// are long and random, so a plain hash reveals nothing about them.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include "serving/auth/role.h"

namespace kvintet::serving {

// One token, without its secret.
struct Token {
  std::string name;
  Role role;
  // 64 hexadecimal digits.
  std::string sha256;
  bool operator==(const Token&) const = default;
};

// Parses the tokens in a file's text. InvalidArgument "WHERE:LINE: ..." for a malformed line and
// for a duplicate name or hash.
absl::StatusOr<std::vector<Token>> ParseTokens(const std::string& text, const std::string& where);

// Thread-safe.
class TokenTable {
 public:
  // Reads the file. Errors of reading, and of ParseTokens.
  static absl::StatusOr<std::unique_ptr<TokenTable>> Read(const std::string& path);

  // Finds a token by its secret, in a time that does not depend on whether or where it is found.
  std::optional<Token> Find(absl::string_view secret) const;

  // Revokes the token of that name and removes it from the file. NotFound for an unknown name.
  // After any other error it is revoked until the program ends but still in the file.
  absl::Status Revoke(const std::string& name);

  // Reads the file again if it has changed. On failure the tokens remain unchanged. A token that
  // Revoke could not remove stays revoked, whatever else the file says by now.
  absl::Status Refresh();

 private:
  TokenTable(std::string path, std::string text, std::vector<Token> tokens)
      : path_(std::move(path)), text_(std::move(text)), tokens_(std::move(tokens)) {}

  const std::string path_;
  mutable std::mutex mutex_;
  // Guarded by mutex_. The file's content, and its tokens without the revoked ones.
  std::string text_;
  std::vector<Token> tokens_;
  // The hashes of those revoked that could not be removed from the file.
  std::set<std::string> revoked_;
};

}  // namespace kvintet::serving
