// BiasedRockPaperScissors: one simultaneous choice, with an equilibrium far from uniform.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/check.h"
#include "envs/rules/rules.h"
#include "envs/rules/rules_game.h"
#include "envs/sealed_choice.h"

namespace kvintet::testing {

// Seat 0's payoffs are 0 -1/4 1/2; 1/4 0 -1/20; -1/2 1/20 0, and returns are twice that. The only
// equilibrium is 1/16, 10/16, 5/16 for both, with value 0.
class BiasedRockPaperScissors {
 public:
  struct Position {
    // 0 = none yet, else action + 1.
    std::array<uint8_t, envs::kNumSeats> choices;
  };
  struct View {
    Position position;
    envs::Seat seat;
  };
  static constexpr std::string_view kName = "biased_rock_paper_scissors";
  static constexpr float kReturnOfPayoff = 2;

  explicit BiasedRockPaperScissors(const envs::RuleOptions&) {}
  static envs::OptionSchema Options() { return {}; }
  envs::GameSpec Spec() const {
    envs::GameSpec spec;
    spec.num_actions = spec.policy_slots = 3;
    spec.simultaneous = true;
    spec.max_game_length = 2;
    spec.planes = 1;
    spec.plane_names = {"seat 0 looks"};
    return spec;
  }
  Position Initial() const { return {}; }
  envs::ActorSet Actors(const Position& p) const {
    const bool over = p.choices[0] != 0 && p.choices[1] != 0;
    const int bits = (p.choices[0] == 0 ? 1 : 0) | (p.choices[1] == 0 ? 2 : 0);
    return over ? envs::ActorSet() : envs::ActorSet::FromBits(static_cast<uint8_t>(bits));
  }
  void Step(Position* p, envs::RepetitionHistory*, envs::Actor actor, envs::Action action) const {
    p->choices[static_cast<size_t>(actor)] = static_cast<uint8_t>(action + 1);
  }
  envs::Outcome Result(const Position& p) const {
    constexpr std::array<std::array<float, 3>, 3> kPayoffs = {
        {{0, -0.25f, 0.5f}, {0.25f, 0, -0.05f}, {-0.5f, 0.05f, 0}}};
    const float value = kReturnOfPayoff * kPayoffs[p.choices[0] - 1u][p.choices[1] - 1u];
    return {.returns = {value, 0.0f - value}, .reason = "shown"};
  }

  View MakeView(const Position& p, envs::Seat seat) const {
    View view = {p, seat};
    for (size_t other = 0; other < envs::kNumSeats; ++other) {
      view.position.choices[other] = other == static_cast<size_t>(seat) ? p.choices[other] : 0;
    }
    return view;
  }
  bool MustAct(const View& view) const { return Actors(view.position).Has(view.seat); }
  void LegalActions(const View&, envs::ActionMask mask) const { mask.Words()[0] = 7; }
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float>) const {
    planes[0] = view.seat == envs::Seat::k1 ? 0 : 1;
  }
  int PolicyIndex(const View&, envs::Action action) const { return action; }
  int Visible(const Position& p, envs::Actor actor, envs::Action action, envs::Seat seat,
              std::span<std::byte> bytes) const {
    const int other = p.choices[1 - static_cast<size_t>(actor)];
    return envs::VisibleChoice(actor, action,
                               other != 0 ? std::optional<envs::Action>(other - 1) : std::nullopt,
                               seat, bytes);
  }
  View InitialView(envs::Seat seat) const { return {Initial(), seat}; }
  Position Resample(const View& view, RandomStream*) const { return view.position; }
  std::string ActionName(const View&, envs::Action action) const { return std::to_string(action); }
  envs::Scene MakeScene(const View&) const { return {}; }
  std::string PositionText(const Position& p) const {
    return std::to_string(p.choices[0]) + " " + std::to_string(p.choices[1]);
  }
  std::string ViewText(const View& view) const { return PositionText(view.position); }
  absl::StatusOr<Position> ParsePosition(const std::string&) const { return Position{}; }
};

inline std::unique_ptr<envs::Game> MakeBiasedRockPaperScissors() {
  auto game = envs::RulesGame<BiasedRockPaperScissors>::Make({});
  KVINTET_CHECK(game.ok());
  return *std::move(game);
}

}  // namespace kvintet::testing
