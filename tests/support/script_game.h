// ScriptGame: a tiny game whose structure is given by a script, with its exact value.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "envs/rules/rules.h"
#include "envs/rules/rules_game.h"

namespace kvintet::testing {

// Letter i of the script says who acts at depth i: `0`, `1` or `c` (chance; the first outcome is
// three times as likely). Every node has two actions. Seat 0's returns are hashed from the path and
// the script. Each step pushes its action to the history, and the position counts the repetitions.
template <const std::string_view& kScript>
class ScriptGame {
 public:
  struct Position {
    uint16_t depth;
    // Bit i is the action taken at depth i.
    uint16_t path;
    uint16_t repetitions;
  };
  using View = envs::OpenView<Position>;
  static constexpr std::string_view kName = "script";

  explicit ScriptGame(const envs::RuleOptions&) {}
  static envs::OptionSchema Options() { return {}; }
  envs::GameSpec Spec() const {
    envs::GameSpec spec;
    spec.num_actions = spec.num_outcomes = 2;
    spec.max_game_length = spec.history_capacity = static_cast<int>(kScript.size());
    spec.planes = spec.policy_planes = 1;
    spec.height = 2;
    return spec;
  }
  Position Initial() const { return {}; }
  envs::ActorSet Actors(const Position& p) const {
    if (p.depth == kScript.size()) {
      return {};
    }
    const char letter = kScript[p.depth];
    return envs::ActorSet::Only(letter == 'c' ? envs::Actor::kChance
                                              : static_cast<envs::Actor>(letter - '0'));
  }
  void Step(Position* p, envs::RepetitionHistory* history, envs::Actor, envs::Action action) const {
    const Key128 key = {static_cast<uint64_t>(action), 0};
    p->repetitions = static_cast<uint16_t>(p->repetitions + history->Count(key));
    history->Push(key);
    p->path = static_cast<uint16_t>(p->path | action << p->depth);
    ++p->depth;
  }
  envs::Outcome Result(const Position& p) const {
    const uint64_t hash = Combine({kScript.size(), p.path}, 7).low;
    const float value = static_cast<float>(hash % 201) / 100 - 1;
    return {.returns = {value, -value}, .reason = "end"};
  }
  void LegalActions(const View&, envs::ActionMask mask) const { mask.Words()[0] = 3; }
  void ChanceOutcomes(const Position&, std::vector<envs::ChanceOutcome>* outcomes) const {
    *outcomes = {{0, 0.75}, {1, 0.25}};
  }
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float>) const {
    planes[0] = static_cast<uint8_t>(view.position.depth);
    planes[1] = static_cast<uint8_t>(view.position.path);
  }
  int PolicyIndex(const View&, envs::Action action) const { return action; }
  std::string ActionName(const View&, envs::Action action) const { return action ? "b" : "a"; }
  envs::Scene MakeScene(const View&) const { return {}; }
  std::string PositionText(const Position& p) const { return std::to_string(p.path); }
  absl::StatusOr<Position> ParsePosition(const std::string&) const { return Position{}; }

  // The game value to seat 0 under best play from a position on.
  double Solve(const Position& position) const {
    if (position.depth == kScript.size()) {
      return static_cast<double>(Result(position).returns[0]);
    }
    std::array<double, 2> values = {};
    for (const envs::Action action : {0, 1}) {
      Position next = position;
      next.path = static_cast<uint16_t>(next.path | action << next.depth);
      ++next.depth;
      values[static_cast<size_t>(action)] = Solve(next);
    }
    switch (kScript[position.depth]) {
      case 'c':
        return 0.75 * values[0] + 0.25 * values[1];
      case '0':
        return std::max(values[0], values[1]);
      default:
        return std::min(values[0], values[1]);
    }
  }
};

// The game of a script.
template <const std::string_view& kScript>
std::unique_ptr<envs::Game> MakeScriptGame() {
  auto game = envs::RulesGame<ScriptGame<kScript>>::Make({});
  KVINTET_CHECK(game.ok());
  return *std::move(game);
}

}  // namespace kvintet::testing
