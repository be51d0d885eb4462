// OwnRule: rules of selection that stand in selfplay/rules/, a file each, and are named by an entry
// of SearchConfig::own_rule.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"

#include "base/status_macros.h"
#include "envs/game.h"
#include "proto/search_config.pb.h"
#include "selfplay/search/tree_search.h"

namespace kvintet::selfplay {

// Of a rule for a game in which the seats act one at a time and nothing is hidden. Fails where game
// or settings do not suit the rule.
using RuleMaker = absl::StatusOr<std::unique_ptr<SelectionRule>> (*)(const envs::Game& game,
                                                                     const SearchConfig& config);

// Called by REGISTER_RULE while the program starts. The value has no meaning.
bool RegisterRule(SearchConfig::OwnRuleCase entry, RuleMaker maker);

inline bool HasOwnRule(const SearchConfig& config) {
  return config.own_rule_case() != SearchConfig::OWN_RULE_NOT_SET;
}

// What the rule is called: the entry's name, `boltzmann`. REQUIRES: HasOwnRule.
std::string OwnRuleName(const SearchConfig& config);

// Unimplemented where no file registers the entry; else as its maker says. REQUIRES: HasOwnRule.
absl::StatusOr<std::unique_ptr<SelectionRule>> MakeOwnRule(const envs::Game& game,
                                                           const SearchConfig& config);

// Makes an R, which may have `static absl::Status Check(const envs::Game&, const SearchConfig&)`.
template <typename R>
absl::StatusOr<std::unique_ptr<SelectionRule>> MakeRule(const envs::Game& game,
                                                        const SearchConfig& config) {
  if constexpr (requires { R::Check(game, config); }) {
    KVINTET_RETURN_IF_ERROR(R::Check(game, config));
  }
  return std::make_unique<R>(config);
}

}  // namespace kvintet::selfplay

// Last line of a rule's file: REGISTER_RULE(kBoltzmann, BoltzmannRule) inside namespace selfplay.
#define REGISTER_RULE(entry, R)                    \
  [[maybe_unused]] static const bool kRegistered = \
      ::kvintet::selfplay::RegisterRule(SearchConfig::entry, &::kvintet::selfplay::MakeRule<R>)
