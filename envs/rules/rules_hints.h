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
                         private RandomPlayouts,
                         private CarefulPlayouts,
                         private CellOwners,
                         private Standings,
                         private KnownReturns,
                         private ForcedWins,
                         private Defences,
                         private DerivedPlanes,
                         private SlotFeatures {
 public:
  using Position = typename R::Position;
  using View = typename R::View;

  // Borrows the rules.
  explicit RulesHints(const R& rules) : rules_(rules) {}

  const Baseline* baseline() const { return kBaseline ? this : nullptr; }
  const RandomPlayouts* random_playouts() const { return kRandomPlayouts ? this : nullptr; }
  const CarefulPlayouts* careful_playouts() const { return kCarefulPlayouts ? this : nullptr; }
  const CellOwners* cell_owners() const { return kCellOwners ? this : nullptr; }
  const Standings* standings() const { return kStandings ? this : nullptr; }
  const KnownReturns* known_returns() const { return kKnownReturns ? this : nullptr; }
  const ForcedWins* forced_wins() const { return kForcedWins ? this : nullptr; }
  const Defences* defences() const { return kDefences ? this : nullptr; }
  const DerivedPlanes* derived_planes() const { return kPlanes > 0 ? this : nullptr; }
  const SlotFeatures* slot_features() const { return kSlotFeatures > 0 ? this : nullptr; }

 private:
  // Which hints the rules have.
  static constexpr bool kBaseline =
      requires(const R rules, const View view, std::vector<Action>* best) {
    rules.GreedyActions(view, best);
  };
  static constexpr bool kRandomPlayouts =
      requires(const R rules, const Position position, RandomStream* random) {
    rules.PlayOut(position, random);
  };
  static constexpr bool kCarefulPlayouts =
      requires(const R rules, const Position position, int tries, RandomStream* random) {
    rules.PlayOutCarefully(position, tries, random);
  };
  static constexpr bool kCellOwners =
      requires(const R rules, const Position end, const View view, std::span<int8_t> cells) {
    rules.Ownership(end, view, cells);
  };
  static constexpr bool kStandings = requires(const R rules, const Position position) {
    rules.Standing(position);
  };
  static constexpr bool kKnownReturns = requires(const R rules, const View view) {
    rules.KnownReturn(view);
  };
  static constexpr bool kForcedWins = requires(const R rules, const View view) {
    rules.ForcedWin(view, int64_t{});
  };
  static constexpr bool kDefences = requires(const R rules, const View view, ActionMask legal) {
    rules.KeepDefences(view, legal);
  };
  static constexpr int kPlanes = [] {
    if constexpr (requires { R::kDerivedPlanes; }) {
      return R::kDerivedPlanes;
    } else {
      return 0;
    }
  }();
  static constexpr std::span<const int> kEarlierPlanes = [] {
    if constexpr (requires { R::kEarlierDerivedPlanes; }) {
      return std::span<const int>(R::kEarlierDerivedPlanes);
    } else {
      return std::span<const int>();
    }
  }();
  static constexpr int kSlotFeatures = [] {
    if constexpr (requires { R::kSlotFeatures; }) {
      return R::kSlotFeatures;
    } else {
      return 0;
    }
  }();

  // The functions of hints that the rules do not have are never called.

  void GreedyActions(ConstViews one, std::vector<Action>* best) const override {
    if constexpr (kBaseline) {
      best->clear();
      rules_.GreedyActions(RowAs<View>(one), best);
    }
  }

  Outcome PlayOut(ConstPositions one, RandomStream* random) const override {
    if constexpr (kRandomPlayouts) {
      return rules_.PlayOut(RowAs<Position>(one), random);
    } else {
      return {};
    }
  }

  Outcome PlayOutCarefully(ConstPositions one, int tries, RandomStream* random) const override {
    if constexpr (kCarefulPlayouts) {
      return rules_.PlayOutCarefully(RowAs<Position>(one), tries, random);
    } else {
      return {};
    }
  }

  void Ownership(ConstPositions end, ConstViews one, std::span<int8_t> cells) const override {
    if constexpr (kCellOwners) {
      std::ranges::fill(cells, int8_t{0});
      rules_.Ownership(RowAs<Position>(end), RowAs<View>(one), cells);
    }
  }

  std::array<int32_t, kNumSeats> Standing(ConstPositions one) const override {
    if constexpr (kStandings) {
      return rules_.Standing(RowAs<Position>(one));
    } else {
      return {};
    }
  }

  std::optional<float> KnownReturn(ConstViews one) const override {
    if constexpr (kKnownReturns) {
      return rules_.KnownReturn(RowAs<View>(one));
    } else {
      return std::nullopt;
    }
  }

  std::optional<Action> ForcedWin(ConstViews one, int64_t positions) const override {
    if constexpr (kForcedWins) {
      return rules_.ForcedWin(RowAs<View>(one), positions);
    } else {
      return std::nullopt;
    }
  }

  bool KeepDefences(ConstViews one, ActionMask legal) const override {
    if constexpr (kDefences) {
      return rules_.KeepDefences(RowAs<View>(one), legal);
    } else {
      return true;
    }
  }

  int NumDerivedPlanes() const override { return kPlanes; }

  std::span<const int> EarlierDerivedPlanes() const override { return kEarlierPlanes; }

  void Derive(ConstViews views, std::span<uint8_t> planes) const override {
    if constexpr (kPlanes > 0) {
      std::ranges::fill(planes, uint8_t{0});
      const size_t bytes = planes.size() / static_cast<size_t>(std::max(1, views.Count()));
      for (int i = 0; i < views.Count(); ++i) {
        rules_.Derive(RowAs<View>(views, i), planes.subspan(static_cast<size_t>(i) * bytes, bytes));
      }
    }
  }

  int NumFeaturedSlots() const override {
    if constexpr (kSlotFeatures > 0) {
      return rules_.NumFeaturedSlots();
    } else {
      return 0;
    }
  }

  int NumSlotFeatures() const override { return kSlotFeatures; }

  void DescribeSlots(ConstViews views, std::span<float> features) const override {
    if constexpr (kSlotFeatures > 0) {
      std::ranges::fill(features, 0.0F);
      const size_t each = features.size() / static_cast<size_t>(std::max(1, views.Count()));
      for (int i = 0; i < views.Count(); ++i) {
        rules_.DescribeSlots(RowAs<View>(views, i),
                             features.subspan(static_cast<size_t>(i) * each, each));
      }
    }
  }

  const R& rules_;
};

}  // namespace kvintet::envs
