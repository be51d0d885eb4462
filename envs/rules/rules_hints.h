// RulesHints: the learning hints (envs/learning_hints.h) that rules have.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "envs/learning_hints.h"
#include "envs/rules/row_cast.h"
#include "envs/rules/rules.h"

namespace kvintet::envs {

// Part of RulesGame. Each accessor returns null if the rules do not have the hint.
template <Rules R>
class RulesHints final : private Baseline,
                         private CellOwners,
                         private Standings,
                         private KnownReturns,
                         private ForcedWins,
                         private DerivedPlanes {
 public:
  using Position = typename R::Position;
  using View = typename R::View;

  // Borrows the rules.
  explicit RulesHints(const R& rules) : rules_(rules) {}

  const Baseline* baseline() const {
    constexpr bool kHas = requires(const View& view, std::vector<Action>* best) {
      std::declval<const R&>().GreedyActions(view, best);
    };
    return kHas ? this : nullptr;
  }
  const CellOwners* cell_owners() const {
    constexpr bool kHas = requires(const Position& end, const View& view, std::span<int8_t> cells) {
      std::declval<const R&>().Ownership(end, view, cells);
    };
    return kHas ? this : nullptr;
  }
  const Standings* standings() const {
    constexpr bool kHas = requires(const Position& position) {
      std::declval<const R&>().Standing(position);
    };
    return kHas ? this : nullptr;
  }
  const KnownReturns* known_returns() const {
    constexpr bool kHas = requires(const View& view) {
      std::declval<const R&>().KnownReturn(view);
    };
    return kHas ? this : nullptr;
  }
  const ForcedWins* forced_wins() const {
    constexpr bool kHas = requires(const View& view) {
      std::declval<const R&>().ForcedWin(view, int64_t{});
    };
    return kHas ? this : nullptr;
  }
  const DerivedPlanes* derived_planes() const { return Planes() > 0 ? this : nullptr; }

 private:
  static constexpr int Planes() {
    if constexpr (requires { R::kDerivedPlanes; }) {
      return R::kDerivedPlanes;
    } else {
      return 0;
    }
  }

  void GreedyActions(ConstViews one, std::vector<Action>* best) const override {
    best->clear();
    if constexpr (requires { rules_.GreedyActions(RowAs<View>(one), best); }) {
      rules_.GreedyActions(RowAs<View>(one), best);
    }
  }

  void Ownership(ConstPositions end, ConstViews one, std::span<int8_t> cells) const override {
    std::ranges::fill(cells, int8_t{0});
    if constexpr (requires { rules_.Ownership(RowAs<Position>(end), RowAs<View>(one), cells); }) {
      rules_.Ownership(RowAs<Position>(end), RowAs<View>(one), cells);
    }
  }

  std::array<int32_t, kNumSeats> Standing(ConstPositions one) const override {
    if constexpr (requires { rules_.Standing(RowAs<Position>(one)); }) {
      return rules_.Standing(RowAs<Position>(one));
    } else {
      return {0, 0};
    }
  }

  std::optional<float> KnownReturn(ConstViews one) const override {
    if constexpr (requires { rules_.KnownReturn(RowAs<View>(one)); }) {
      return rules_.KnownReturn(RowAs<View>(one));
    } else {
      return std::nullopt;
    }
  }

  std::optional<Action> ForcedWin(ConstViews one, int64_t positions) const override {
    if constexpr (requires { rules_.ForcedWin(RowAs<View>(one), positions); }) {
      return rules_.ForcedWin(RowAs<View>(one), positions);
    } else {
      return std::nullopt;
    }
  }

  int NumDerivedPlanes() const override { return Planes(); }

  void Derive(ConstViews views, std::span<uint8_t> planes) const override {
    std::ranges::fill(planes, uint8_t{0});
    if constexpr (requires { rules_.Derive(RowAs<View>(views), planes); }) {
      const size_t bytes = planes.size() / static_cast<size_t>(std::max(1, views.Count()));
      for (int i = 0; i < views.Count(); ++i) {
        rules_.Derive(RowAs<View>(views, i), planes.subspan(static_cast<size_t>(i) * bytes, bytes));
      }
    }
  }

  const R& rules_;
};

}  // namespace kvintet::envs
