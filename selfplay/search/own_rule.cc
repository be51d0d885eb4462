// OwnRule: see the header.
#include "selfplay/search/own_rule.h"

#include <map>

#include "absl/strings/str_cat.h"

#include "base/check.h"

namespace kvintet::selfplay {
namespace {

// Made on first use: rules register in no particular order before main.
std::map<SearchConfig::OwnRuleCase, RuleMaker>& Makers() {
  static auto* makers = new std::map<SearchConfig::OwnRuleCase, RuleMaker>();
  return *makers;
}

}  // namespace

bool RegisterRule(SearchConfig::OwnRuleCase entry, RuleMaker maker) {
  const bool added = Makers().emplace(entry, maker).second;
  KVINTET_CHECK(added);
  return added;
}

std::string OwnRuleName(const SearchConfig& config) {
  return SearchConfig::descriptor()->FindFieldByNumber(config.own_rule_case())->name();
}

absl::StatusOr<std::unique_ptr<SelectionRule>> MakeOwnRule(const envs::Game& game,
                                                           const SearchConfig& config) {
  const auto maker = Makers().find(config.own_rule_case());
  if (maker == Makers().end()) {
    return absl::UnimplementedError(
        absl::StrCat("search.", OwnRuleName(config), ": no file in selfplay/rules registers it"));
  }
  return maker->second(game, config);
}

}  // namespace kvintet::selfplay
