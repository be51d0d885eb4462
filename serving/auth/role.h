// Role: what a caller may do, and what each RPC asks for.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace kvintet::serving {

// Each may do what those before it may.
enum class Role { kPublic, kPlayer, kDesigner, kOperator };

// "public", "player", "designer", "operator"; empty for another word.
std::string RoleName(Role role);
std::optional<Role> ParseRole(absl::string_view name);

// The least role that may call "kvintet.v1.RulesService/Describe"; empty for an RPC that is not
// listed: nobody may call it.
std::optional<Role> RoleFor(absl::string_view method);

}  // namespace kvintet::serving
