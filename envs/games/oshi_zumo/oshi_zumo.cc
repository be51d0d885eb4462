// OshiZumo: the rules and planes.
#include "envs/games/oshi_zumo/oshi_zumo.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "envs/rules/register_game.h"
#include "envs/sealed_choice.h"

namespace kvintet::envs::oshi_zumo {
namespace {

size_t OwnSeat(const OshiZumo::View& view) { return view.seat == Seat::k1 ? 1 : 0; }

OptionSpec CoinsOption(const char* key, const char* meaning) {
  return {
      .key = key, .default_value = "10", .min = 1, .max = 50, .meaning = meaning, .clause = "OZ1"};
}

}  // namespace

OshiZumo::OshiZumo(const RuleOptions& options)
    : coins_{static_cast<uint8_t>(options.Int("coins0")),
             static_cast<uint8_t>(options.Int("coins1"))},
      horizon_(options.Int("horizon")),
      min_bid_(options.Int("min_bid")),
      size_(options.Int("size")) {}

OptionSchema OshiZumo::Options() {
  return {CoinsOption("coins0", "coins of seat 0"),
          CoinsOption("coins1", "coins of seat 1"),
          {.key = "horizon",
           .default_value = "100",
           .min = 1,
           .max = 1000,
           .meaning = "rounds after which the game ends",
           .clause = "OZ3"},
          {.key = "min_bid",
           .default_value = "1",
           .min = 0,
           .max = 1,
           .meaning = "lowest bid of a seat that has as much",
           .clause = "OZ1"},
          {.key = "size",
           .default_value = "3",
           .min = 1,
           .max = 5,
           .meaning = "places on either side of the centre, without the edges",
           .clause = "OZ1"}};
}

GameSpec OshiZumo::Spec() const {
  const int most_coins = std::max(coins_[0], coins_[1]);
  GameSpec spec;
  spec.margins = true;
  spec.num_actions = most_coins + 1;
  spec.simultaneous = true;
  // With a minimum bid above 0, a seat with coins pays in every round.
  spec.max_game_length = 2 * (min_bid_ > 0 ? std::min(horizon_, most_coins) : horizon_);
  for (int place = 0; place < NumPlaces(); ++place) {
    spec.plane_names.push_back(absl::StrCat("wrestler ", place, " from the own edge"));
  }
  for (const char* what : {"own coins ", "other's coins ", "own bid "}) {
    for (int coins = 0; coins <= most_coins; ++coins) {
      spec.plane_names.push_back(absl::StrCat(what, coins));
    }
  }
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.global_names = {"rounds left"};
  spec.globals = 1;
  spec.policy_slots = spec.num_actions;
  return spec;
}

bool OshiZumo::Ended(const Position& p) const {
  return OnEdge(p) || (p.coins[0] == 0 && p.coins[1] == 0) || p.round == horizon_;
}

ActorSet OshiZumo::Actors(const Position& p) const {
  if (Ended(p)) {
    return {};
  }
  return ActorSet::FromBits(
      static_cast<uint8_t>((p.bids[0] == 0 ? 1 : 0) | (p.bids[1] == 0 ? 2 : 0)));
}

void OshiZumo::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  p->bids[static_cast<size_t>(actor)] = static_cast<uint8_t>(action + 1);
  if (p->bids[0] == 0 || p->bids[1] == 0) {
    return;
  }
  const int push = (p->bids[0] > p->bids[1] ? 1 : 0) - (p->bids[0] < p->bids[1] ? 1 : 0);
  p->place = static_cast<uint8_t>(p->place + push);
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    p->coins[seat] = static_cast<uint8_t>(p->coins[seat] + 1 - p->bids[seat]);
    p->bids[seat] = 0;
  }
  ++p->round;
}

Outcome OshiZumo::Result(const Position& p) const {
  const float value = p.place > Centre() ? 1.0f : p.place < Centre() ? -1.0f : 0.0f;
  const bool broke = p.coins[0] == 0 && p.coins[1] == 0;
  return {.returns = {value, -value},
          .margin = {p.coins[0], p.coins[1]},
          .reason = OnEdge(p) ? "edge"
                    : broke   ? "coins"
                              : "horizon"};
}

OshiZumo::View OshiZumo::MakeView(const Position& p, Seat seat) const {
  View view = {p, seat, 0};
  for (size_t other = 0; other < kNumSeats; ++other) {
    if (other != static_cast<size_t>(seat)) {
      view.position.bids[other] = 0;
    }
  }
  return view;
}

bool OshiZumo::MayBid(const Position& p, size_t seat, int bid) const {
  const int coins = p.coins[seat];
  return coins < min_bid_ ? bid == 0 : bid >= min_bid_ && bid <= coins;
}

void OshiZumo::LegalActions(const View& view, ActionMask mask) const {
  const size_t own = OwnSeat(view);
  for (int bid = 0; bid <= view.position.coins[own]; ++bid) {
    if (MayBid(view.position, own, bid)) {
      mask.Set(bid);
    }
  }
}

void OshiZumo::Observe(const View& view, std::span<uint8_t> planes,
                       std::span<float> globals) const {
  const Position& p = view.position;
  const size_t own = OwnSeat(view);
  const auto num_amounts = static_cast<size_t>(std::max(coins_[0], coins_[1]) + 1);
  planes[own == 0 ? p.place : static_cast<size_t>(NumPlaces() - 1 - p.place)] = 1;
  const auto first = static_cast<size_t>(NumPlaces());
  planes[first + p.coins[own]] = 1;
  planes[first + num_amounts + p.coins[1 - own]] = 1;
  if (p.bids[own] != 0) {
    planes[first + 2 * num_amounts + p.bids[own] - 1u] = 1;
  }
  globals[0] = static_cast<float>(horizon_ - p.round) / static_cast<float>(horizon_);
}

int OshiZumo::Visible(const Position& p, Actor actor, Action action, Seat seat,
                      std::span<std::byte> bytes) const {
  const int other = p.bids[1 - static_cast<size_t>(actor)];
  return VisibleChoice(actor, action, other != 0 ? std::optional<Action>(other - 1) : std::nullopt,
                       seat, bytes);
}

REGISTER_GAME(OshiZumo);

}  // namespace kvintet::envs::oshi_zumo
