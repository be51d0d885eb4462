// Kuhn: the rules, planes and texts.
#include "envs/games/kuhn/kuhn.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/check.h"
#include "envs/rules/held_card.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::kuhn {
namespace {

constexpr int kNumCards = 3;
constexpr Action kBet = 1;
constexpr uint8_t kDidPass = 1;
constexpr uint8_t kDidBet = 2;
constexpr std::string_view kCardNames = "JQK";
constexpr std::array<std::string_view, 3> kCards = {"J", "Q", "K"};
constexpr std::array<std::string_view, 2> kActionNames = {"pass", "bet"};

size_t Length(const Choices& choices) {
  return static_cast<size_t>(
      std::ranges::count_if(choices, [](uint8_t choice) { return choice != 0; }));
}

bool Ended(const Choices& choices) {
  const bool answer_due = choices[0] == kDidPass && choices[1] == kDidBet;
  return Length(choices) == (answer_due ? 3 : 2);
}

Actor ToChoose(const Choices& choices) {
  return Length(choices) % 2 == 0 ? Actor::kSeat0 : Actor::kSeat1;
}

bool HasBet(const Choices& choices, int seat) {
  return seat == 0 ? choices[0] == kDidBet || choices[2] == kDidBet : choices[1] == kDidBet;
}

int NumDealt(const Kuhn::Position& p) {
  return (p.cards[0] != 0 ? 1 : 0) + (p.cards[1] != 0 ? 1 : 0);
}

std::string CardName(uint8_t card) { return {kCardNames[card - 1u]}; }

std::string BettingText(const Choices& choices) {
  std::string text = "; betting";
  for (size_t i = 0; i < Length(choices); ++i) {
    absl::StrAppend(&text, " ", std::string(kActionNames[choices[i] - 1u]));
  }
  return Length(choices) == 0 ? text + " -" : text;
}

// The card of `seat` as the view knows it.
std::string SeenCard(const Kuhn::View& view, int seat) {
  if (view.num_dealt <= seat) {
    return "-";
  }
  return Index(view.seat) == seat ? CardName(view.card) : "?";
}

}  // namespace

GameSpec Kuhn::Spec() const {
  GameSpec spec;
  spec.margins = true;
  spec.num_actions = 2;
  spec.num_outcomes = kNumCards;
  spec.max_game_length = 5;
  spec.plane_names = {"own J",
                      "own Q",
                      "own K",
                      "first passed",
                      "first bet",
                      "second passed",
                      "second bet",
                      "first answered pass",
                      "first answered bet",
                      "seat 0 looks"};
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.policy_slots = spec.num_actions;
  return spec;
}

ActorSet Kuhn::Actors(const Position& p) const {
  if (NumDealt(p) < kNumSeats) {
    return ActorSet::Only(Actor::kChance);
  }
  return Ended(p.choices) ? ActorSet() : ActorSet::Only(ToChoose(p.choices));
}

void Kuhn::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  const auto stored = static_cast<uint8_t>(action + 1);
  if (actor == Actor::kChance) {
    p->cards[p->cards[0] == 0 ? 0 : 1] = stored;
  } else {
    p->choices[Length(p->choices)] = stored;
  }
}

void Kuhn::ChanceOutcomes(const Position& p, std::vector<ChanceOutcome>* outcomes) const {
  for (Action card = 0; card < kNumCards; ++card) {
    if (p.cards[0] != card + 1) {
      outcomes->push_back({card, 1.0 / (kNumCards - NumDealt(p))});
    }
  }
}

Outcome Kuhn::Result(const Position& p) const {
  const bool bet0 = HasBet(p.choices, 0);
  const bool bet1 = HasBet(p.choices, 1);
  const bool seat0_wins = bet0 == bet1 ? p.cards[0] > p.cards[1] : bet0;
  const int chips = (bet0 && bet1 ? 2 : 1) * (seat0_wins ? 1 : -1);
  const float half = static_cast<float>(chips) / 2;
  return {.returns = {half, -half},
          .margin = {chips, -chips},
          .reason = bet0 == bet1 ? "showdown" : "fold"};
}

Kuhn::View Kuhn::MakeView(const Position& p, Seat seat) const {
  const uint8_t card = seat == Seat::kSpectator ? uint8_t{0} : p.cards[static_cast<size_t>(seat)];
  return {seat, card, static_cast<uint8_t>(NumDealt(p)), p.choices};
}

bool Kuhn::MustAct(const View& view) const {
  return view.num_dealt == kNumSeats && !Ended(view.choices) &&
         ActorSet::Only(ToChoose(view.choices)).Has(view.seat);
}

void Kuhn::LegalActions(const View&, ActionMask mask) const { mask.Words()[0] = 3; }

void Kuhn::Observe(const View& view, std::span<uint8_t> planes, std::span<float>) const {
  if (view.card != 0) {
    planes[view.card - 1u] = 1;
  }
  for (size_t i = 0; i < Length(view.choices); ++i) {
    planes[kNumCards + 2 * i + view.choices[i] - 1] = 1;
  }
  planes[kNumCards + 2 * view.choices.size()] = view.seat == Seat::k1 ? 0 : 1;
}

int Kuhn::Visible(const Position& p, Actor actor, Action action, Seat seat,
                  std::span<std::byte> bytes) const {
  if (actor == Actor::kChance && Index(seat) != NumDealt(p)) {
    return 0;
  }
  bytes[0] = static_cast<std::byte>(actor);
  bytes[1] = static_cast<std::byte>(action);
  Position next = p;
  Step(&next, nullptr, actor, action);
  if (!Actors(next).Empty()) {
    return 2;
  }
  bytes[2] = static_cast<std::byte>(Result(next).margin[0]);
  return 3;
}

void Kuhn::Follow(View* view, RepetitionHistory*, Actor actor, std::optional<Action> action) const {
  const auto stored = static_cast<uint8_t>(action.value_or(kNoAction) + 1);
  if (actor == Actor::kChance) {
    if (Index(view->seat) == view->num_dealt) {
      KVINTET_CHECK(action.has_value());
      view->card = stored;
    }
    ++view->num_dealt;
  } else {
    KVINTET_CHECK(action.has_value());
    view->choices[Length(view->choices)] = stored;
  }
}

Kuhn::Position Kuhn::Resample(const View& view, RandomStream* random) const {
  Position p = {{}, view.choices};
  if (view.card != 0) {
    p.cards[static_cast<size_t>(view.seat)] = view.card;
  }
  for (size_t seat = 0; seat < view.num_dealt; ++seat) {
    while (p.cards[seat] == 0 || p.cards[seat] == p.cards[1 - seat]) {
      p.cards[seat] = static_cast<uint8_t>(1 + random->Below(kNumCards));
    }
  }
  return p;
}

std::string Kuhn::ActionName(const View&, Action action) const {
  return std::string(kActionNames[static_cast<size_t>(action)]);
}

std::string Kuhn::OutcomeName(const View&, Action outcome) const {
  return absl::StrCat("deal ", CardName(static_cast<uint8_t>(outcome + 1)));
}

std::string Kuhn::PositionText(const Position& p) const {
  std::string text = "cards";
  for (const uint8_t card : p.cards) {
    absl::StrAppend(&text, " ", card == 0 ? "-" : CardName(card));
  }
  return text + BettingText(p.choices);
}

std::string Kuhn::ViewText(const View& view) const {
  return absl::StrCat("cards ", SeenCard(view, 0), " ", SeenCard(view, 1),
                      BettingText(view.choices));
}

absl::StatusOr<Kuhn::Position> Kuhn::ParsePosition(const std::string& text) const {
  const std::vector<std::string> words =
      absl::StrSplit(text, absl::ByAnyChar(" ;"), absl::SkipEmpty());
  Position p = Initial();
  for (size_t seat = 0; seat < kNumSeats && words.size() > 2; ++seat) {
    const size_t found = kCardNames.find(words[1 + seat]);
    p.cards[seat] = found == std::string_view::npos ? uint8_t{0} : static_cast<uint8_t>(found + 1);
  }
  bool possible = p.cards[0] != 0 ? p.cards[0] != p.cards[1] : p.cards[1] == 0;
  for (size_t i = 4; i < words.size() && words[i] != "-"; ++i) {
    const ActorSet actors = Actors(p);
    possible = possible && !actors.Empty() && !actors.Has(Actor::kChance);
    if (possible) {
      Step(&p, nullptr, actors.First(), words[i] == kActionNames[kBet] ? kBet : 0);
    }
  }
  if (!possible || PositionText(p) != text) {
    return absl::InvalidArgumentError(
        absl::StrCat("a position is 'cards J Q; betting pass bet' or the like, with '-' for what "
                     "is not dealt or bet yet, not '",
                     text, "'"));
  }
  return p;
}

Scene Kuhn::MakeScene(const View& view) const {
  Scene scene = {.max_x = 2, .max_y = 1, .caption = BettingText(view.choices).substr(2)};
  for (int seat = 0; seat < kNumSeats; ++seat) {
    scene.shapes.push_back({.kind = ShapeKind::kLabel,
                            .fill = seat == 0 ? Paint::kFirst : Paint::kSecond,
                            .points = {static_cast<float>(seat) + 0.5f, 0.5f},
                            .text = SeenCard(view, seat)});
  }
  for (Action action = 0; MustAct(view) && action <= kBet; ++action) {
    scene.shapes.push_back(
        {.kind = ShapeKind::kButton, .text = ActionName(view, action), .action = action});
  }
  return scene;
}

std::unique_ptr<const HeldThings> Kuhn::MakeHeldThings() const {
  return std::make_unique<HeldCard<Position>>(kCards);
}

REGISTER_GAME(Kuhn);

}  // namespace kvintet::envs::kuhn
