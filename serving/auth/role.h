// Role: what a caller may do, and which role each RPC requires.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace kvintet::serving {

// Each role includes the ones before it.
enum class Role { kPublic, kPlayer, kDesigner, kOperator };

// "public", "player", "designer" or "operator". ParseRole is empty for any other word.
std::string RoleName(Role role);
std::optional<Role> ParseRole(absl::string_view name);

// The lowest role that may call a method such as "kvintet.v1.RulesService/Describe". Empty for an
// RPC that is not listed, which nobody may call.
std::optional<Role> RoleFor(absl::string_view method);

}  // namespace kvintet::serving
