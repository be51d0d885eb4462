// Goofspiel: names, texts and the scene.
#include <bit>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "envs/games/goofspiel/goofspiel.h"
#include "envs/games/goofspiel/reachable_points.h"

namespace kvintet::envs::goofspiel {
namespace {

std::string CardsText(uint16_t cards) {
  std::string text;
  for (int card = 1; cards >> (card - 1) != 0; ++card) {
    if (cards >> (card - 1) & 1) {
      absl::StrAppend(&text, text.empty() ? "" : " ", card);
    }
  }
  return text.empty() ? "-" : text;
}

std::string NumberText(int number) { return number == 0 ? "-" : absl::StrCat(number); }

std::string PublicText(const Goofspiel::Position& p) {
  return absl::StrCat("prize ", NumberText(p.prize), "; left ", CardsText(p.prizes), "; hands ",
                      CardsText(p.hands[0]), " / ", CardsText(p.hands[1]), "; points ", p.points[0],
                      " / ", p.points[1], "; bids ");
}

// Stores one number from a position's text in the field that it belongs to.
void Put(const std::string& field, size_t side, int number, Goofspiel::Position* p) {
  const auto bit = [number] { return static_cast<uint16_t>(number > 0 ? 1 << (number - 1) : 0); };
  if (field == "prize") {
    p->prize = static_cast<uint8_t>(number);
  } else if (field == "left") {
    p->prizes |= bit();
  } else if (field == "hands") {
    p->hands[side] |= bit();
  } else if (field == "points") {
    p->points[side] = static_cast<uint8_t>(number);
  } else if (field == "bids") {
    p->bids[side] = static_cast<uint8_t>(number);
  }
}

// A set of cards to draw: one label per card, and whether a click bids it.
struct CardRow {
  float y = 0;
  Paint fill = Paint::kNone;
  bool playable = false;
};

void AddCards(uint16_t cards, const CardRow& row, Scene* scene) {
  for (int card = 1; cards >> (card - 1) != 0; ++card) {
    if (cards >> (card - 1) & 1) {
      scene->shapes.push_back({.kind = ShapeKind::kLabel,
                               .fill = row.fill,
                               .points = {static_cast<float>(card) - 0.5f, row.y},
                               .text = absl::StrCat(card),
                               .action = row.playable ? card - 1 : kNoAction});
    }
  }
}

}  // namespace

std::string Goofspiel::ActionName(const View&, Action action) const {
  return absl::StrCat(action + 1);
}

std::string Goofspiel::OutcomeName(const View&, Action outcome) const {
  return absl::StrCat("prize ", outcome + 1);
}

std::string Goofspiel::PositionText(const Position& p) const {
  return absl::StrCat(PublicText(p), NumberText(p.bids[0]), " / ", NumberText(p.bids[1]));
}

std::string Goofspiel::ViewText(const View& view) const {
  const Position& p = view.position;
  const auto bid = [&](int seat) {
    const bool hidden = p.prize != 0 && Index(view.seat) != seat;
    return hidden ? "?" : NumberText(p.bids[static_cast<size_t>(seat)]);
  };
  return absl::StrCat(PublicText(p), bid(0), " / ", bid(1));
}

absl::StatusOr<Goofspiel::Position> Goofspiel::ParsePosition(const std::string& text) const {
  constexpr int kMaxPoints = 91;
  const std::vector<std::string> words =
      absl::StrSplit(text, absl::ByAnyChar(" ;"), absl::SkipEmpty());
  Position p = {};
  std::string field;
  size_t side = 0;
  for (const std::string& word : words) {
    int number = 0;
    if (word == "/") {
      side = 1;
    } else if (!absl::SimpleAtoi(word, &number)) {
      field = word == "-" ? field : word;
      side = word == "-" ? side : 0;
    } else if (number >= 0 && number <= (field == "points" ? kMaxPoints : num_cards_)) {
      Put(field, side, number, &p);
    }
  }
  if (PositionText(p) != text) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a position is 'prize 3; left 1 2; hands 1 3 5 / 2 4 5; points 4 / 5; bids 3 / -' or the "
        "like with ascending cards up to ",
        num_cards_, " and '-' for none, not '", text, "'"));
  }
  if (const std::string why = WhyImpossible(p); !why.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("impossible position '", text, "': ", why));
  }
  return p;
}

std::string Goofspiel::WhyImpossible(const Position& p) const {
  const auto all = static_cast<uint16_t>((1 << num_cards_) - 1);
  const auto up = static_cast<uint16_t>(p.prize == 0 ? 0 : 1 << (p.prize - 1));
  const auto unwon = static_cast<uint16_t>(p.prizes | up);
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    if (std::popcount(p.hands[seat]) != std::popcount(unwon) || (p.prizes & up) != 0) {
      return "each seat must hold as many cards as there are prizes turned up or left";
    }
    if (p.bids[seat] != 0 && (up == 0 || (p.hands[seat] >> (p.bids[seat] - 1) & 1) == 0)) {
      return "a bid must be a card in hand, for a prize that is turned up";
    }
  }
  if (p.bids[0] != 0 && p.bids[1] != 0) {
    return "when both have bid, the prize is awarded";
  }
  Position next = {unwon, {}, {}, {}, 0, 0};
  TurnUp(&next);
  const bool lowest_left = order_ == Order::kAscending;
  const int rest = std::popcount(unwon);
  const int in_order = lowest_left ? all & ~((1 << (num_cards_ - rest)) - 1) : (1 << rest) - 1;
  if (!RandomOrder() && (next.prize != p.prize || unwon != in_order)) {
    return "the prizes do not come in that order";
  }
  const auto gone = static_cast<uint16_t>(all & ~unwon);
  if (!PointsReachable(
          {static_cast<uint16_t>(all & ~p.hands[0]), static_cast<uint16_t>(all & ~p.hands[1])},
          gone, {p.points[0], p.points[1]})) {
    return "the cards already played cannot have won these points";
  }
  return "";
}

Scene Goofspiel::MakeScene(const View& view) const {
  const Position& p = view.position;
  const bool must_act = MustAct(view);
  Scene scene = {.max_x = static_cast<float>(num_cards_), .max_y = 3};
  scene.caption = absl::StrCat("points ", p.points[0], " / ", p.points[1],
                               must_act ? absl::StrCat(", bid for ", p.prize) : "");
  const bool acts0 = must_act && view.seat == Seat::k0;
  AddCards(p.hands[0], {.y = 0.5f, .fill = Paint::kFirst, .playable = acts0}, &scene);
  AddCards(p.prizes, {.y = 1.5f, .fill = Paint::kMuted}, &scene);
  const auto up = static_cast<uint16_t>(p.prize == 0 ? 0 : 1 << (p.prize - 1));
  AddCards(up, {.y = 1.5f, .fill = Paint::kAccent}, &scene);
  AddCards(p.hands[1], {.y = 2.5f, .fill = Paint::kSecond, .playable = must_act && !acts0}, &scene);
  return scene;
}

}  // namespace kvintet::envs::goofspiel
