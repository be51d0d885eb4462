// OshiZumo: both seats bid coins at the same time to push a wrestler off the other's edge.
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

namespace kvintet::envs::oshi_zumo {

// Rules OZ1 to OZ3 of docs/small_games.md. Action = the bid.
class OshiZumo {
 public:
  struct Position {
    // The number of completed rounds.
    uint16_t round;
    std::array<uint8_t, kNumSeats> coins;
    // The wrestler's place; seat 0 pushes towards higher numbers.
    uint8_t place;
    // Bids made but not yet revealed: bid + 1; 0 = none.
    std::array<uint8_t, kNumSeats> bids;
    uint8_t zero;
  };
  // The position without the bids of others. While a record is being followed, a revealed bid is
  // kept here until the other bid of its round follows.
  struct View {
    Position position;
    Seat seat;
    uint8_t zero;
  };
  static constexpr std::string_view kName = "oshi_zumo";

  explicit OshiZumo(const RuleOptions& options);
  static OptionSchema Options();
  GameSpec Spec() const;
  Position Initial() const { return {0, coins_, Centre(), {}, 0}; }
  ActorSet Actors(const Position& position) const;
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
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
  // `round 3; wrestler 4; coins 7 / 6; bids 2 / -`, with `-` for none and `?` for unknown.
  std::string PositionText(const Position& position) const;
  std::string ViewText(const View& view) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;

 private:
  uint8_t Centre() const { return static_cast<uint8_t>(size_ + 1); }
  int NumPlaces() const { return 2 * size_ + 3; }
  bool OnEdge(const Position& p) const { return p.place == 0 || p.place == NumPlaces() - 1; }
  bool Ended(const Position& position) const;
  bool MayBid(const Position& position, size_t seat, int bid) const;
  // The reason why a position is impossible; empty if it is possible.
  std::string WhyImpossible(const Position& position) const;

  std::array<uint8_t, kNumSeats> coins_;
  int horizon_;
  int min_bid_;
  int size_;
};

}  // namespace kvintet::envs::oshi_zumo
