// RegisterRule, MakeCustomRule: see the header.
#include "selfplay/search/selection_rule_registry.h"

#include <map>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {
namespace {

// Created on first use, because rules register in no particular order before main.
std::map<Algorithm, RuleMaker>& Makers() {
  static auto* makers = new std::map<Algorithm, RuleMaker>();
  return *makers;
}

}  // namespace

bool RegisterRule(Algorithm entry, RuleMaker maker) {
  const bool added = Makers().emplace(entry, maker).second;
  KVINTET_CHECK(added);
  return added;
}

absl::StatusOr<std::unique_ptr<SelectionRule>> MakeCustomRule(const envs::Game& game,
                                                              const SearchSettings& settings) {
  const auto maker = Makers().find(AlgorithmOf(settings));
  if (maker == Makers().end()) {
    return absl::UnimplementedError(absl::StrCat(
        "search.", AlgorithmName(settings), ": no file in selfplay/search/rules registers it"));
  }
  return maker->second(game, settings);
}

}  // namespace kvintet::selfplay
