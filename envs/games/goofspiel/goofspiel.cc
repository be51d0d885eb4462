// Goofspiel: the rules and planes.
#include "envs/games/goofspiel/goofspiel.h"

#include <bit>

#include "absl/strings/str_cat.h"

#include "envs/rules/register_game.h"
#include "envs/sealed_choice.h"

namespace kvintet::envs::goofspiel {
namespace {

uint16_t Bit(int card) { return static_cast<uint16_t>(1 << (card - 1)); }

uint16_t Without(uint16_t cards, int card) { return static_cast<uint16_t>(cards & ~Bit(card)); }

size_t OwnSeat(const Goofspiel::View& view) { return view.seat == Seat::k1 ? 1 : 0; }

// Gives the prize to the higher bid and removes both bid cards.
void Award(Goofspiel::Position* p) {
  if (p->bids[0] != p->bids[1]) {
    uint8_t& points = p->points[p->bids[0] > p->bids[1] ? 0 : 1];
    points = static_cast<uint8_t>(points + p->prize);
  }
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    p->hands[seat] = Without(p->hands[seat], p->bids[seat]);
    p->bids[seat] = 0;
  }
  p->prize = 0;
}

}  // namespace

Goofspiel::Goofspiel(const RuleOptions& options)
    : num_cards_(options.Int("cards")),
      order_(options.Is("order", "random")       ? Order::kRandom
             : options.Is("order", "descending") ? Order::kDescending
                                                 : Order::kAscending),
      win_only_(options.Is("objective", "win")) {}

OptionSchema Goofspiel::Options() {
  return {{.key = "cards",
           .default_value = "5",
           .min = 2,
           .max = 13,
           .meaning = "cards each seat holds, and prizes",
           .clause = "GO1"},
          {.key = "objective",
           .default_value = "points",
           .values = {"points", "win"},
           .meaning = "whether the difference of points counts, or only its sign",
           .clause = "GO3"},
          {.key = "order",
           .default_value = "random",
           .values = {"random", "descending", "ascending"},
           .meaning = "in what order the prizes are turned up",
           .clause = "GO1"}};
}

GameSpec Goofspiel::Spec() const {
  GameSpec spec;
  spec.margins = true;
  spec.num_actions = num_cards_;
  spec.num_outcomes = RandomOrder() ? num_cards_ : 0;
  spec.simultaneous = true;
  spec.max_game_length = num_cards_ * (RandomOrder() ? 3 : 2);
  for (const char* set : {"own card ", "other's card ", "prize left ", "prize up ", "own bid "}) {
    for (int card = 1; card <= num_cards_; ++card) {
      spec.plane_names.push_back(absl::StrCat(set, card));
    }
  }
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.global_names = {"own points", "other's points"};
  spec.globals = static_cast<int>(spec.global_names.size());
  spec.policy_slots = num_cards_;
  return spec;
}

void Goofspiel::TurnUp(Position* p) const {
  if (RandomOrder() || p->prizes == 0) {
    return;
  }
  const int prize =
      order_ == Order::kDescending ? std::bit_width(p->prizes) : std::countr_zero(p->prizes) + 1;
  p->prize = static_cast<uint8_t>(prize);
  p->prizes = Without(p->prizes, prize);
}

Goofspiel::Position Goofspiel::Initial() const {
  const auto all = static_cast<uint16_t>((1 << num_cards_) - 1);
  Position p = {all, {all, all}, {}, {}, 0, 0};
  TurnUp(&p);
  return p;
}

ActorSet Goofspiel::Actors(const Position& p) const {
  if (p.prize == 0) {
    return p.prizes == 0 ? ActorSet() : ActorSet::Only(Actor::kChance);
  }
  return ActorSet::FromBits(
      static_cast<uint8_t>((p.bids[0] == 0 ? 1 : 0) | (p.bids[1] == 0 ? 2 : 0)));
}

void Goofspiel::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  const auto card = static_cast<uint8_t>(action + 1);
  if (actor == Actor::kChance) {
    p->prize = card;
    p->prizes = Without(p->prizes, card);
    return;
  }
  p->bids[static_cast<size_t>(actor)] = card;
  if (p->bids[0] != 0 && p->bids[1] != 0) {
    Award(p);
    TurnUp(p);
  }
}

void Goofspiel::ChanceOutcomes(const Position& p, std::vector<ChanceOutcome>* outcomes) const {
  for (Action prize = 0; prize < num_cards_; ++prize) {
    if (p.prizes >> prize & 1) {
      outcomes->push_back({prize, 1.0 / std::popcount(p.prizes)});
    }
  }
}

Outcome Goofspiel::Result(const Position& p) const {
  const int lead = p.points[0] - p.points[1];
  const float sign = lead > 0 ? 1.0f : lead < 0 ? -1.0f : 0.0f;
  const float share = static_cast<float>(lead) / static_cast<float>(TotalPoints());
  const float value = win_only_ ? sign : share;
  return {.returns = {value, -value}, .margin = {p.points[0], p.points[1]}, .reason = "cards"};
}

Goofspiel::View Goofspiel::MakeView(const Position& p, Seat seat) const {
  View view = {p, seat, 0};
  for (size_t other = 0; other < kNumSeats; ++other) {
    if (other != static_cast<size_t>(seat)) {
      view.position.bids[other] = 0;
    }
  }
  return view;
}

void Goofspiel::LegalActions(const View& view, ActionMask mask) const {
  mask.Words()[0] = view.position.hands[OwnSeat(view)];
}

void Goofspiel::Observe(const View& view, std::span<uint8_t> planes,
                        std::span<float> globals) const {
  const Position& p = view.position;
  const size_t own = OwnSeat(view);
  const uint16_t up = p.prize == 0 ? uint16_t{0} : Bit(p.prize);
  const uint16_t bid = p.bids[own] == 0 ? uint16_t{0} : Bit(p.bids[own]);
  size_t plane = 0;
  for (const uint16_t set : {p.hands[own], p.hands[1 - own], p.prizes, up, bid}) {
    for (int card = 0; card < num_cards_; ++card) {
      planes[plane++] = set >> card & 1;
    }
  }
  globals[0] = static_cast<float>(p.points[own]) / static_cast<float>(TotalPoints());
  globals[1] = static_cast<float>(p.points[1 - own]) / static_cast<float>(TotalPoints());
}

int Goofspiel::Visible(const Position& p, Actor actor, Action action, Seat seat,
                       std::span<std::byte> bytes) const {
  if (actor == Actor::kChance) {
    bytes[0] = std::byte(action);
    return 1;
  }
  const int other = p.bids[1 - static_cast<size_t>(actor)];
  return VisibleChoice(actor, action, other != 0 ? std::optional<Action>(other - 1) : std::nullopt,
                       seat, bytes);
}

REGISTER_GAME(Goofspiel);

}  // namespace kvintet::envs::goofspiel
