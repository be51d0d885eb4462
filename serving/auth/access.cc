// Access: see the header.
#include "serving/auth/access.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <array>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

constexpr char kScheme[] = "Bearer ";

std::string RandomAuthorization() {
  std::array<unsigned char, 32> bytes;
  KVINTET_CHECK(RAND_bytes(bytes.data(), bytes.size()) == 1);
  const absl::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return absl::StrCat(kScheme, absl::BytesToHexString(view));
}

bool Same(absl::string_view a, absl::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

Access::Access(std::unique_ptr<TokenTable> tokens, Role without_token)
    : tokens_(std::move(tokens)), without_token_(without_token), own_(RandomAuthorization()) {}

absl::Status Access::Check(absl::string_view method, absl::string_view authorization) const {
  const std::optional<Role> wanted = RoleFor(method);
  if (!wanted) {
    return Refusal(v1::REASON_ROLE, absl::StrCat(method, ": no role may call it"));
  }
  const std::optional<Role> found = RoleOf(authorization);
  if (!found) {
    return Refusal(v1::REASON_BAD_TOKEN,
                   tokens_ == nullptr
                       ? "authorization: this server keeps no tokens, wanted none"
                       : "authorization: wanted 'Bearer' and a token of this server");
  }
  if (*found >= *wanted) {
    return absl::OkStatus();
  }
  const std::string text =
      absl::StrCat(method, ": wanted the role ", RoleName(*wanted), ", found ", RoleName(*found));
  return Refusal(authorization.empty() ? v1::REASON_BAD_TOKEN : v1::REASON_ROLE, text);
}

std::optional<Role> Access::RoleOf(absl::string_view authorization) const {
  if (Same(authorization, own_)) {
    return Role::kDesigner;
  }
  if (authorization.empty()) {
    return without_token_;
  }
  if (tokens_ == nullptr || !absl::ConsumePrefix(&authorization, kScheme)) {
    return std::nullopt;
  }
  const std::optional<Token> token = tokens_->Find(authorization);
  return token ? std::optional(token->role) : std::nullopt;
}

std::string Access::NameOf(absl::string_view authorization) const {
  if (Same(authorization, own_)) {
    return kOwnName;
  }
  if (tokens_ == nullptr || !absl::ConsumePrefix(&authorization, kScheme)) {
    return "";
  }
  const std::optional<Token> token = tokens_->Find(authorization);
  return token ? token->name : "";
}

absl::StatusOr<std::unique_ptr<CallerPlace>> PlaceFor(const Access& access, CallerQuotas* quotas,
                                                      absl::string_view method,
                                                      const ShownCaller& caller) {
  const std::string name = access.NameOf(caller.authorization);
  if (name == Access::kOwnName) {
    return std::unique_ptr<CallerPlace>();
  }
  return quotas->Enter(name, AddressOf(caller.peer), KindOf(std::string(method)));
}

absl::StatusOr<std::unique_ptr<Access>> MakeAccess(const ServeConfig& config) {
  if (config.tokens().empty()) {
    return std::make_unique<Access>(nullptr, Role::kDesigner);
  }
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<TokenTable> tokens, TokenTable::Read(config.tokens()));
  return std::make_unique<Access>(std::move(tokens), Role::kPublic);
}

}  // namespace kvintet::serving
