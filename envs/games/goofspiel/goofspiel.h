// Goofspiel: both seats bid cards for prizes at the same time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "envs/rules/rules.h"

namespace kvintet::envs::goofspiel {

// Rules GO1 to GO3 of docs/small_games.md. Action = bid card - 1, outcome = prize - 1.
class Goofspiel {
 public:
  // Sets of cards are bits: card c is bit c - 1. A bid card stays in the hand until both have bid.
  struct Position {
    // Prizes not yet turned up.
    uint16_t prizes;
    std::array<uint16_t, kNumSeats> hands;
    std::array<uint8_t, kNumSeats> points;
    // Bids made but not yet revealed; 0 = none.
    std::array<uint8_t, kNumSeats> bids;
    // The prize that is turned up; 0 = none.
    uint8_t prize;
    uint8_t zero;
  };
  // The position without the bids of others. While a record is being followed, a revealed bid is
  // kept here until the other bid of its round follows.
  struct View {
    Position position;
    Seat seat;
    uint8_t zero;
  };
  static constexpr std::string_view kName = "goofspiel";

  explicit Goofspiel(const RuleOptions& options);
  static OptionSchema Options();
  GameSpec Spec() const;
  Position Initial() const;
  ActorSet Actors(const Position& position) const;
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  void ChanceOutcomes(const Position& position, std::vector<ChanceOutcome>* outcomes) const;
  Outcome Result(const Position& position) const;

  View MakeView(const Position& position, Seat seat) const;
  bool MustAct(const View& view) const { return Actors(view.position).Has(view.seat); }
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  int PolicyIndex(const View&, Action action) const { return action; }
  // A seat sees its own bid when it is made; all see both bids when both are made.
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const;
  View InitialView(Seat seat) const { return {Initial(), seat, 0}; }
  // Only unrevealed bids are hidden, and they count as not made.
  Position Resample(const View& view, RandomStream*) const { return view.position; }

  std::string ActionName(const View&, Action action) const;
  std::string OutcomeName(const View&, Action outcome) const;
  // `prize 3; left 1 2; hands 1 3 5 / 2 4 5; points 4 / 0; bids 3 / -`, with `-` for none and `?`
  // for unknown.
  std::string PositionText(const Position& position) const;
  std::string ViewText(const View& view) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;

 private:
  bool RandomOrder() const { return order_ == Order::kRandom; }
  int TotalPoints() const { return num_cards_ * (num_cards_ + 1) / 2; }
  // Turns up the next prize if the order is fixed.
  void TurnUp(Position* position) const;
  // The reason why a position is impossible; empty if it is possible.
  std::string WhyImpossible(const Position& position) const;

  enum class Order : uint8_t { kRandom, kDescending, kAscending };

  int num_cards_;
  Order order_;
  bool win_only_;
};

}  // namespace kvintet::envs::goofspiel
