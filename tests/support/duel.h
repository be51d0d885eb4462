// Duel: a small game with all that an EnvPool must handle: chance, simultaneous hidden choices, a
// history. For tests of code that depends on the game contract only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

#include "envs/rules/rules.h"
#include "envs/rules/rules_game.h"

namespace kvintet::testing {

// Three rounds. In each, chance draws a prize (1, 2 or 3), both seats bid one of their cards 0, 1,
// 2 unseen, and the higher card takes the prize. The seat with more prizes wins.
class Duel {
 public:
  static constexpr int kRounds = 3;
  struct Position {
    // Card + 1 of a seat that has bid in this round, otherwise 0.
    std::array<uint8_t, 2> bid;
    // Cards left, as bits.
    std::array<uint8_t, 2> hand;
    std::array<uint8_t, 2> score;
    // 0 until chance has drawn it.
    uint8_t prize;
    uint8_t round;
    bool operator==(const Position&) const = default;
  };
  struct View {
    uint8_t own_bid;
    std::array<uint8_t, 2> hand;
    std::array<uint8_t, 2> score;
    uint8_t prize;
    uint8_t round;
    envs::Seat seat;
  };
  static constexpr std::string_view kName = "duel";

  explicit Duel(const envs::RuleOptions&) {}
  static envs::OptionSchema Options() { return {}; }
  envs::GameSpec Spec() const {
    envs::GameSpec spec;
    spec.num_actions = 3;
    spec.num_outcomes = 4;
    spec.simultaneous = true;
    spec.max_game_length = 3 * kRounds;
    spec.history_capacity = kRounds;
    spec.planes = 2;
    spec.width = 3;
    spec.globals = 4;
    spec.policy_slots = 3;
    return spec;
  }
  Position Initial() const { return {{0, 0}, {7, 7}, {0, 0}, 0, 0}; }
  envs::ActorSet Actors(const Position& p) const {
    if (p.round == kRounds) {
      return {};
    }
    if (p.prize == 0) {
      return envs::ActorSet::Only(envs::Actor::kChance);
    }
    return envs::ActorSet::FromBits(
        static_cast<uint8_t>((p.bid[0] == 0 ? 1 : 0) | (p.bid[1] == 0 ? 2 : 0)));
  }
  void Step(Position* p, envs::RepetitionHistory* history, envs::Actor actor,
            envs::Action action) const {
    if (actor == envs::Actor::kChance) {
      p->prize = static_cast<uint8_t>(action);
      return;
    }
    p->bid[static_cast<size_t>(envs::Index(actor))] = static_cast<uint8_t>(action + 1);
    if (p->bid[0] != 0 && p->bid[1] != 0) {
      Resolve(p, history);
    }
  }
  envs::Outcome Result(const Position& p) const {
    const float sign = static_cast<float>((p.score[0] > p.score[1]) - (p.score[0] < p.score[1]));
    return {.returns = {sign, -sign}, .reason = "prizes"};
  }
  void ChanceOutcomes(const Position&, std::vector<envs::ChanceOutcome>* outcomes) const {
    *outcomes = {{1, 0.5}, {2, 0.25}, {3, 0.25}};
  }
  void LegalActions(const View& view, envs::ActionMask mask) const {
    mask.Words()[0] = view.hand[Own(view)];
  }
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
    for (size_t card = 0; card < 3; ++card) {
      planes[card] = view.hand[Own(view)] >> card & 1;
      planes[3 + card] = view.hand[1 - Own(view)] >> card & 1;
    }
    globals[0] = view.prize;
    globals[1] = view.score[Own(view)];
    globals[2] = view.score[1 - Own(view)];
    globals[3] = view.own_bid;
  }
  int PolicyIndex(const View&, envs::Action action) const { return action; }
  std::string ActionName(const View&, envs::Action action) const {
    return absl::StrCat("card", action);
  }
  envs::Scene MakeScene(const View&) const { return {}; }
  std::string PositionText(const Position& p) const {
    return absl::StrCat("round ", p.round, " prize ", p.prize);
  }
  absl::StatusOr<Position> ParsePosition(const std::string& text) const {
    if (text != "last round") {
      return absl::InvalidArgumentError("a duel starts at 'last round' or not at all");
    }
    return Position{{0, 0}, {4, 1}, {0, 0}, 0, kRounds - 1};
  }

  View MakeView(const Position& p, envs::Seat seat) const {
    const uint8_t own = seat == envs::Seat::kSpectator ? uint8_t{0} : p.bid[seat == envs::Seat::k1];
    return {own, p.hand, p.score, p.prize, p.round, seat};
  }
  bool MustAct(const View& view) const {
    return view.seat != envs::Seat::kSpectator && view.prize != 0 && view.own_bid == 0;
  }
  int Visible(const Position&, envs::Actor, envs::Action, envs::Seat, std::span<std::byte>) const {
    return 0;
  }
  View InitialView(envs::Seat seat) const { return MakeView(Initial(), seat); }
  void Follow(View*, envs::RepetitionHistory*, envs::Actor, std::optional<envs::Action>) const {}
  Position Resample(const View& view, RandomStream*) const {
    Position p = {{0, 0}, view.hand, view.score, view.prize, view.round};
    if (view.seat != envs::Seat::kSpectator) {
      p.bid[Own(view)] = view.own_bid;
    }
    return p;
  }
  std::string ViewText(const View&) const { return "?"; }

 private:
  static size_t Own(const View& view) { return view.seat == envs::Seat::k1 ? 1 : 0; }

  void Resolve(Position* p, envs::RepetitionHistory* history) const {
    history->Push({.low = p->prize, .high = p->round});
    if (p->bid[0] != p->bid[1]) {
      p->score[p->bid[0] < p->bid[1] ? 1 : 0] += p->prize;
    }
    for (const size_t seat : {0u, 1u}) {
      p->hand[seat] &= static_cast<uint8_t>(~(1 << (p->bid[seat] - 1)));
    }
    p->bid = {0, 0};
    p->prize = 0;
    ++p->round;
  }
};

inline std::unique_ptr<envs::Game> MakeDuel() { return envs::RulesGame<Duel>::Make({}).value(); }

}  // namespace kvintet::testing
