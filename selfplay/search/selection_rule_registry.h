// RegisterRule, MakeCustomRule: the registry of custom selection rules, each a file in
// selfplay/search/rules/ and an alternative of AlgorithmSettings.
#pragma once

#include <memory>

#include "absl/status/statusor.h"

#include "base/status_macros.h"
#include "base/unique_name.h"
#include "envs/game.h"
#include "selfplay/search/tree_search.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Makes a rule for a game of perfect information with alternating moves. Fails if the rule does not
// support the game or the settings.
using RuleMaker = absl::StatusOr<std::unique_ptr<SelectionRule>> (*)(
    const envs::Game& game, const SearchSettings& settings);

// Called by REGISTER_RULE at program start. The return value has no meaning.
bool RegisterRule(Algorithm entry, RuleMaker maker);

// Unimplemented if no file registers the entry; errors of its maker. REQUIRES: IsCustomRule of the
// settings' algorithm.
absl::StatusOr<std::unique_ptr<SelectionRule>> MakeCustomRule(const envs::Game& game,
                                                              const SearchSettings& settings);

// Makes an R, which may have `static absl::Status Check(const envs::Game&, const SearchSettings&)`.
template <typename R>
absl::StatusOr<std::unique_ptr<SelectionRule>> MakeRule(const envs::Game& game,
                                                        const SearchSettings& settings) {
  if constexpr (requires { R::Check(game, settings); }) {
    KVINTET_RETURN_IF_ERROR(R::Check(game, settings));
  }
  return std::make_unique<R>(settings);
}

}  // namespace kvintet::selfplay

// Last line of a rule's file: REGISTER_RULE(kBoltzmann, BoltzmannRule) inside namespace selfplay.
#define REGISTER_RULE(entry, R)                                                \
  [[maybe_unused]] static const bool KVINTET_UNIQUE_NAME(kRegistered) =        \
      ::kvintet::selfplay::RegisterRule(::kvintet::selfplay::Algorithm::entry, \
                                        &::kvintet::selfplay::MakeRule<R>)
