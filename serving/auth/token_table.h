// TokenTable: the bearer tokens that are good, hashed, each with its role; kept in a file.
//
// A line of the file is "NAME ROLE SHA256", the hash in hexadecimal; "#" begins a comment. Tokens
// are random and long, so a plain hash of one tells nothing about it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
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

// The tokens of a file's text. InvalidArgument "WHERE:LINE: ..." for a line that is none, and for a
// name or hash that is there twice.
absl::StatusOr<std::vector<Token>> ParseTokens(const std::string& text, const std::string& where);

// Any thread.
class TokenTable {
 public:
  // Reads the file; its errors, and those of ParseTokens.
  static absl::StatusOr<std::unique_ptr<TokenTable>> Read(const std::string& path);

  // The token of a secret. Takes the same time whether and where it is found.
  std::optional<Token> Find(absl::string_view secret) const;

  // From now on the token of that name is none; also out of the file. NotFound for an unknown name;
  // other errors: it is revoked until the program ends, but stands in the file.
  absl::Status Revoke(const std::string& name);

  // Reads the file again, if it is another one by now. On failure the tokens stay as they were.
  absl::Status Refresh();

 private:
  TokenTable(std::string path, std::string text, std::vector<Token> tokens)
      : path_(std::move(path)), text_(std::move(text)), tokens_(std::move(tokens)) {}

  const std::string path_;
  mutable std::mutex mutex_;
  // Guarded by mutex_. The file's content, and its tokens but those revoked.
  std::string text_;
  std::vector<Token> tokens_;
};

}  // namespace kvintet::serving
