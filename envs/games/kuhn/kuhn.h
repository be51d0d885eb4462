// Kuhn: Kuhn poker, a minimal game with hidden cards.
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

namespace kvintet::envs::kuhn {

// The choices in order, seat 0 first: 0 = not made yet, otherwise action + 1.
using Choices = std::array<uint8_t, 3>;

// Rules KU1 to KU3 of docs/small_games.md. Actions: 0 pass, 1 bet. Outcomes: 0 J, 1 Q, 2 K.
class Kuhn {
 public:
  // Cards: 0 = not dealt, otherwise outcome + 1.
  struct Position {
    std::array<uint8_t, kNumSeats> cards;
    Choices choices;
  };
  // The seat's own card (0 for a spectator), the number of cards dealt, and the betting.
  struct View {
    Seat seat;
    uint8_t card;
    uint8_t num_dealt;
    Choices choices;
  };
  static constexpr std::string_view kName = "kuhn";

  explicit Kuhn(const RuleOptions&) {}
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
  View InitialView(Seat seat) const { return {seat, 0, 0, {}}; }
  void Follow(View* view, RepetitionHistory*, Actor actor, std::optional<Action> action) const;
  // Cards that the seat has not seen are equally likely.
  Position Resample(const View& view, RandomStream* random) const;

  std::string ActionName(const View&, Action action) const;
  std::string OutcomeName(const View&, Action outcome) const;
  // `cards J Q; betting pass bet`, with `-` for not there yet and `?` for unknown.
  std::string PositionText(const Position& position) const;
  std::string ViewText(const View& view) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;
  // The cards.
  std::unique_ptr<const HeldThings> MakeHeldThings() const;
};

}  // namespace kvintet::envs::kuhn
