// DecidedGame: a scripted game in which one known step decides who wins, for tests of studies of
// games.
#pragma once

#include <memory>
#include <string_view>

#include "base/check.h"
#include "envs/rules/rules_game.h"
#include "tests/support/script_game.h"

namespace kvintet::testing {

// Seat 0 wins if the step at depth `kDecider` was action (or outcome) 0, otherwise seat 1. With
// depth -1 seat 0 always wins.
template <const std::string_view& kScript, int kDecider>
class DecidedGame : public ScriptGame<kScript> {
 public:
  using Position = typename ScriptGame<kScript>::Position;
  static constexpr std::string_view kName = "decided";

  static constexpr int kBit = kDecider < 0 ? 0 : 1 << (kDecider & 15);

  explicit DecidedGame(const envs::RuleOptions& options) : ScriptGame<kScript>(options) {}
  envs::GameSpec Spec() const {
    envs::GameSpec spec = ScriptGame<kScript>::Spec();
    spec.planes = 2;
    spec.num_outcomes = kScript.find('c') == std::string_view::npos ? 0 : 2;
    return spec;
  }
  envs::Outcome Result(const Position& p) const {
    const bool first = kDecider < 0 || (p.path & kBit) == 0;
    const float value = first ? 1 : -1;
    return {.returns = {value, -value}, .reason = first ? "first" : "second"};
  }
};

template <const std::string_view& kScript, int kDecider>
std::unique_ptr<envs::Game> MakeDecidedGame() {
  auto game = envs::RulesGame<DecidedGame<kScript, kDecider>>::Make({});
  KVINTET_CHECK(game.ok());
  return *std::move(game);
}

}  // namespace kvintet::testing
