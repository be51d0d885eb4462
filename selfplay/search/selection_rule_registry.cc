// RegisterRule, MakeCustomRule: see the header.
#include "selfplay/search/selection_rule_registry.h"

#include <map>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "proto/search_algorithm.h"

namespace kvintet::selfplay {
namespace {

// Created on first use, because rules register in no particular order before main.
std::map<SearchConfig::AlgorithmCase, RuleMaker>& Makers() {
  static auto* makers = new std::map<SearchConfig::AlgorithmCase, RuleMaker>();
  return *makers;
}

}  // namespace

bool RegisterRule(SearchConfig::AlgorithmCase entry, RuleMaker maker) {
  const bool added = Makers().emplace(entry, maker).second;
  KVINTET_CHECK(added);
  return added;
}

absl::StatusOr<std::unique_ptr<SelectionRule>> MakeCustomRule(const envs::Game& game,
                                                              const SearchConfig& config) {
  const auto maker = Makers().find(config.algorithm_case());
  if (maker == Makers().end()) {
    return absl::UnimplementedError(absl::StrCat(
        "search.", AlgorithmName(config), ": no file in selfplay/search/rules registers it"));
  }
  return maker->second(game, config);
}

}  // namespace kvintet::selfplay
