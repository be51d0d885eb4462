// OshiZumo: names, texts and the scene.
#include <algorithm>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "envs/games/oshi_zumo/oshi_zumo.h"

namespace kvintet::envs::oshi_zumo {
namespace {

std::string BidText(uint8_t stored) { return stored == 0 ? "-" : absl::StrCat(stored - 1); }

std::string PublicText(const OshiZumo::Position& p) {
  return absl::StrCat("round ", p.round, "; wrestler ", p.place, "; coins ", p.coins[0], " / ",
                      p.coins[1], "; bids ");
}

}  // namespace

std::string OshiZumo::ActionName(const View&, Action action) const { return absl::StrCat(action); }

std::string OshiZumo::PositionText(const Position& p) const {
  return absl::StrCat(PublicText(p), BidText(p.bids[0]), " / ", BidText(p.bids[1]));
}

std::string OshiZumo::ViewText(const View& view) const {
  const Position& p = view.position;
  const auto bid = [&](int seat) {
    const bool hidden = !Ended(p) && Index(view.seat) != seat;
    return hidden ? "?" : BidText(p.bids[static_cast<size_t>(seat)]);
  };
  return absl::StrCat(PublicText(p), bid(0), " / ", bid(1));
}

absl::StatusOr<OshiZumo::Position> OshiZumo::ParsePosition(const std::string& text) const {
  const std::vector<std::string> words =
      absl::StrSplit(text, absl::ByAnyChar(" ;/"), absl::SkipEmpty());
  // The words are: round R wrestler W coins C C bids B B.
  const auto number = [&](size_t i, int most) {
    int value = 0;
    return i < words.size() && absl::SimpleAtoi(words[i], &value) ? std::clamp(value, -1, most)
                                                                  : -1;
  };
  Position p = {};
  p.round = static_cast<uint16_t>(std::max(number(1, horizon_), 0));
  p.place = static_cast<uint8_t>(std::max(number(3, NumPlaces() - 1), 0));
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    p.coins[seat] = static_cast<uint8_t>(std::max(number(5 + seat, coins_[seat]), 0));
    p.bids[seat] = static_cast<uint8_t>(number(8 + seat, p.coins[seat]) + 1);
  }
  if (PositionText(p) != text) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a position is 'round 3; wrestler 4; coins 7 / 6; bids 2 / -' or the like, with at most ",
        horizon_, " rounds, ", NumPlaces(), " places and ", coins_[0], " / ", coins_[1],
        " coins and '-' for no bid, not '", text, "'"));
  }
  if (const std::string why = WhyImpossible(p); !why.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("impossible position '", text, "': ", why));
  }
  return p;
}

std::string OshiZumo::WhyImpossible(const Position& p) const {
  const int push = p.place - Centre();
  if (std::abs(push) > p.round) {
    return "the wrestler moves at most one place a round";
  }
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    const int paid = coins_[seat] - p.coins[seat];
    const int won = seat == 0 ? push : -push;
    if (paid < std::min<int>(min_bid_ * p.round, coins_[seat]) || paid < won ||
        (p.round == 0 && paid > 0)) {
      return "the seats cannot have paid this in that many rounds";
    }
    if (p.bids[seat] != 0 && (Ended(p) || !MayBid(p, seat, p.bids[seat] - 1))) {
      return "a bid must be one that the seat may make now";
    }
  }
  return p.bids[0] != 0 && p.bids[1] != 0 ? "when both have bid, the round is over" : "";
}

Scene OshiZumo::MakeScene(const View& view) const {
  const Position& p = view.position;
  Scene scene = {.max_x = static_cast<float>(NumPlaces()), .max_y = 1};
  scene.caption = absl::StrCat("round ", p.round + 1, ", coins ", p.coins[0], " / ", p.coins[1]);
  for (int place = 0; place < NumPlaces(); ++place) {
    const float x = static_cast<float>(place);
    const bool edge = place == 0 || place == NumPlaces() - 1;
    scene.shapes.push_back({.kind = ShapeKind::kPolygon,
                            .fill = edge ? Paint::kWarning : Paint::kBoard,
                            .stroke = Paint::kLine,
                            .points = {x, 0, x + 1, 0, x + 1, 1, x, 1},
                            .text = edge ? "|" : "."});
  }
  scene.shapes.push_back({.kind = ShapeKind::kDisc,
                          .fill = Paint::kAccent,
                          .points = {static_cast<float>(p.place) + 0.5f, 0.5f, 0.4f},
                          .text = "O"});
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  for (int bid = 0; MustAct(view) && bid <= p.coins[own]; ++bid) {
    if (MayBid(p, own, bid)) {
      scene.shapes.push_back(
          {.kind = ShapeKind::kButton, .text = ActionName(view, bid), .action = bid});
    }
  }
  return scene;
}

}  // namespace kvintet::envs::oshi_zumo
