// Access: decides by a caller's token whether it may call a method.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include "proto/serve_config.pb.h"
#include "serving/auth/role.h"
#include "serving/auth/token_table.h"
#include "serving/calls/call.h"

namespace kvintet::serving {

// Immutable except for its token table. Thread-safe.
class Access {
 public:
  // A caller without a token has the role `without_token`. `tokens` may be null; then no token is
  // valid.
  Access(std::unique_ptr<TokenTable> tokens, Role without_token);

  // Ok if the caller may call the method ("kvintet.v1.RulesService/Describe"). `authorization` is
  // the metadata of that name: "Bearer SECRET", or empty. Errors: BAD_TOKEN, ROLE.
  absl::Status Check(absl::string_view method, absl::string_view authorization) const;

  // The name of the caller's token, or empty if it has none that is valid. kOwnName for the
  // server's own calls.
  std::string NameOf(absl::string_view authorization) const;
  // Cannot be the name of a token.
  static constexpr char kOwnName[] = "#own";

  // The authorization of the server's calls to itself. It is random and never leaves the process.
  const std::string& OwnAuthorization() const { return own_; }
  // Null if there is no table.
  TokenTable* Tokens() const { return tokens_.get(); }

 private:
  // Empty for an invalid token.
  std::optional<Role> RoleOf(absl::string_view authorization) const;

  const std::unique_ptr<TokenTable> tokens_;
  const Role without_token_;
  const std::string own_;
};

// A place in the caller's quota, for a CallGate. Null for the server's calls to itself, which are
// not counted. Error: QUOTA.
absl::StatusOr<std::unique_ptr<CallerPlace>> PlaceFor(const Access& access, CallerQuotas* quotas,
                                                      absl::string_view method,
                                                      const ShownCaller& caller);

// Reads the tokens named by `config`. Without such a file every caller is a designer. Errors of
// TokenTable::Read.
absl::StatusOr<std::unique_ptr<Access>> MakeAccess(const ServeConfig& config);

}  // namespace kvintet::serving
