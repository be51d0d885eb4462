// HeldCard: HeldThings of a game in which each seat holds one card that the other never sees.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "envs/held_things.h"
#include "envs/rules/row_cast.h"

namespace kvintet::envs {

// `Position` has `cards`, by seat: 0 = not dealt, otherwise the card's number + 1.
template <typename Position>
class HeldCard final : public HeldThings {
 public:
  // `names` are those of all cards, by number, and are borrowed.
  explicit HeldCard(std::span<const std::string_view> names) : names_(names) {}

  int Count() const override { return static_cast<int>(names_.size()); }
  std::string Name(int thing) const override {
    return std::string(names_[static_cast<size_t>(thing)]);
  }
  std::vector<int> Held(ConstPositions one, Seat seat) const override {
    const int card = RowAs<Position>(one).cards[static_cast<size_t>(Index(seat))];
    return card == 0 ? std::vector<int>() : std::vector<int>{card - 1};
  }
  bool Certain(ConstViews) const override { return false; }

 private:
  const std::span<const std::string_view> names_;
};

}  // namespace kvintet::envs
