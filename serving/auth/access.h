// Access: lets a caller in by its token, or not.
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

// Immutable but for its table; any thread.
class Access {
 public:
  // Whoever shows no token has the role `without_token`. `tokens` may be null: then no token
  // is good.
  Access(std::unique_ptr<TokenTable> tokens, Role without_token);

  // Ok if the caller may call the method ("kvintet.v1.RulesService/Describe"). `authorization` is
  // what the metadata of that name holds: "Bearer SECRET", or nothing. BAD_TOKEN, ROLE.
  absl::Status Check(absl::string_view method, absl::string_view authorization) const;

  // The name of the token that is shown, if it is one of the table's; empty where there is none.
  // Of the server itself: kOwnName.
  std::string NameOf(absl::string_view authorization) const;
  // No token's name.
  static constexpr char kOwnName[] = "#own";

  // What the server shows when it calls itself. Random, never leaves the process.
  const std::string& OwnAuthorization() const { return own_; }
  // Null where there are none.
  TokenTable* Tokens() const { return tokens_.get(); }

 private:
  // Empty for a token that is none.
  std::optional<Role> RoleOf(absl::string_view authorization) const;

  const std::unique_ptr<TokenTable> tokens_;
  const Role without_token_;
  const std::string own_;
};

// A place among the caller's calls, for a gate. The server's calls of itself are counted for
// nobody: null. QUOTA.
absl::StatusOr<std::unique_ptr<CallerPlace>> PlaceFor(const Access& access, CallerQuotas* quotas,
                                                      absl::string_view method,
                                                      const ShownCaller& caller);

// By the tokens of `config`; without such a file whoever calls is a designer. TokenTable::Read's
// errors.
absl::StatusOr<std::unique_ptr<Access>> MakeAccess(const ServeConfig& config);

}  // namespace kvintet::serving
