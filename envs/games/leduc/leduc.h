// Leduc: Leduc poker, with hidden cards and two rounds of betting.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "envs/rules/rules.h"

namespace kvintet::envs::leduc {

inline constexpr size_t kNumRounds = 2;
// The longest round: call, raise, raise, call.
inline constexpr size_t kMaxRoundLength = 4;

// The choices of each round in order, seat 0 first: 0 = not made yet, otherwise action + 1.
using Betting = std::array<std::array<uint8_t, kMaxRoundLength>, kNumRounds>;

// Rules LE1 to LE3 of docs/small_games.md. Actions: 0 fold, 1 call, 2 raise. Outcomes: the cards
// Ja Jb Qa Qb Ka Kb, 0 to 5.
class Leduc {
 public:
  // Cards: 0 = not dealt, otherwise outcome + 1.
  struct Position {
    std::array<uint8_t, kNumSeats> cards;
    uint8_t public_card;
    Betting betting;
  };
  // The seat's own card (0 for a spectator), the number of private cards dealt, and public data.
  struct View {
    Seat seat;
    uint8_t card;
    uint8_t num_dealt;
    uint8_t public_card;
    Betting betting;
  };
  static constexpr std::string_view kName = "leduc";

  explicit Leduc(const RuleOptions&) {}
  static OptionSchema Options() { return {}; }
  GameSpec Spec() const;
  Position Initial() const { return {}; }
  ActorSet Actors(const Position& position) const;
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  void ChanceOutcomes(const Position& position, std::vector<ChanceOutcome>* outcomes) const;
  Outcome Result(const Position& position) const;

  View MakeView(const Position& position, Seat seat) const;
  bool MustAct(const View& view) const;
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  int PolicyIndex(const View&, Action action) const { return action; }
  // The event without the other seat's card; at the end also what seat 0 won.
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const;
  View InitialView(Seat seat) const { return {seat, 0, 0, 0, {}}; }
  void Follow(View* view, RepetitionHistory*, Actor actor, std::optional<Action> action) const;
  // Cards that the seat has not seen are equally likely.
  Position Resample(const View& view, RandomStream* random) const;

  std::string ActionName(const View&, Action action) const;
  std::string OutcomeName(const View&, Action outcome) const;
  // `cards Ja Kb; public Qa; betting call raise call / raise`, with `-` for not there yet and `?`
  // for unknown.
  std::string PositionText(const Position& position) const;
  std::string ViewText(const View& view) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;
  // The cards.
  std::unique_ptr<const HeldThings> MakeHeldThings() const;
};

}  // namespace kvintet::envs::leduc
