// BagEndgame: see the header.
#include "selfplay/tantrix/bag_endgame.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <new>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "envs/action_mask.h"
#include "envs/games/tiny_tantrix/tiny_tantrix.h"
#include "envs/rules/rules_game.h"

namespace kvintet::selfplay {
namespace tantrix {
namespace {

using envs::Action;
using envs::Actor;
using envs::Seat;
using envs::tantrix::Stage;
using envs::tantrix::Tantrix;
using Position = Tantrix::Position;

// Bounds of seat 0's return.
constexpr float kLeast = -1;
constexpr float kMost = 1;

// Bounds of a position's value to seat 0.
struct Bounds {
  float least = kLeast;
  float most = kMost;
};

struct HashKey {
  size_t operator()(const Key128& key) const { return static_cast<size_t>(key.low); }
};

// A placement and the position after it.
struct Child {
  Position position;
  // Its first remaining action.
  Action action = envs::kNoAction;
  // The mover's lead after it, by the current lines.
  int lead = 0;
};

// Everything that determines the rest of a game, independent of its history.
struct Essence {
  std::array<envs::tantrix::PlacedTile, envs::tantrix::kMaxTiles> placed;
  std::array<envs::tantrix::TileSet, 3> held;
  std::array<uint8_t, 8> turn;
};

Key128 KeyOf(const envs::tantrix::Situation& s) {
  Essence essence;
  static_assert(std::has_unique_object_representations_v<Essence>);
  essence.placed = s.table.placed;
  essence.held = {s.racks[0], s.racks[1], s.table.tiles};
  essence.turn = {static_cast<uint8_t>(s.stage), s.mover, s.moved, s.tile};
  return HashBytes(std::as_bytes(std::span(&essence, 1)));
}

class BagEndgame final : public Endgame {
 public:
  explicit BagEndgame(const Tantrix& rules)
      : rules_(rules), words_(static_cast<size_t>(rules.Spec().MaskWords())) {}

  bool IsOpen(envs::ConstViews one) const override { return SituationOf(one).bag_size == 0; }

  std::optional<ExactPlay> Solve(envs::ConstViews one, int64_t nodes) override {
    known_.clear();
    nodes_ = 0;
    most_nodes_ = nodes;
    const Position root = {SituationOf(one)};
    const bool first = root.now.mover == 0;
    Action best = envs::kNoAction;
    const float value = Search(root, {}, 0, &best);
    if (nodes_ > most_nodes_) {
      return std::nullopt;
    }
    return ExactPlay{.action = best, .value = first ? value : 0.0f - value, .nodes = nodes_};
  }

 private:
  static const envs::tantrix::Situation& SituationOf(envs::ConstViews one) {
    return std::launder(reinterpret_cast<const Tantrix::View*>(one.Row(0)))->now;
  }

  // Seat 0's return under best play if it lies strictly within `window`, else a bound on that side.
  // Meaningless once the nodes are spent. `best`, if given, receives the first action of a best
  // placement.
  float Search(const Position& position, Bounds window, size_t depth, Action* best) {
    const bool maximises = position.now.mover == 0;
    const Key128 key = KeyOf(position.now);
    if (best == nullptr) {
      if (const std::optional<float> known = Recall(key, &window)) {
        return *known;
      }
    }
    const Bounds asked = window;
    MakeChildren(position, depth);
    float value = maximises ? kLeast : kMost;
    for (size_t i = 0; i < levels_[depth].size() && nodes_ <= most_nodes_; ++i) {
      const Child& child = levels_[depth][i];
      const float result = ValueOf(child.position, window, depth);
      const bool better = maximises ? result > value : result < value;
      if (best != nullptr && (better || i == 0)) {
        *best = child.action;
      }
      value = better ? result : value;
      (maximises ? window.least : window.most) =
          maximises ? std::max(window.least, value) : std::min(window.most, value);
      if (window.least >= window.most) {
        break;
      }
    }
    Remember(key, asked, value);
    return value;
  }

  float ValueOf(const Position& position, Bounds window, size_t depth) {
    return rules_.Actors(position).Empty() ? rules_.Result(position).returns[0]
                                           : Search(position, window, depth + 1, nullptr);
  }

  // The value to return for the window, if what is known of the position decides it. Else narrows
  // the window to what is known.
  std::optional<float> Recall(const Key128& key, Bounds* window) const {
    const auto known = known_.find(key);
    if (known == known_.end()) {
      return std::nullopt;
    }
    const Bounds bounds = known->second;
    if (bounds.least == bounds.most || bounds.least >= window->most) {
      return bounds.least;
    }
    if (bounds.most <= window->least) {
      return bounds.most;
    }
    *window = {std::max(window->least, bounds.least), std::min(window->most, bounds.most)};
    return std::nullopt;
  }

  void Remember(const Key128& key, Bounds asked, float value) {
    if (nodes_ > most_nodes_) {
      return;
    }
    Bounds& bounds = known_[key];
    if (value > asked.least) {
      bounds.least = std::max(bounds.least, value);
    }
    if (value < asked.most) {
      bounds.most = std::min(bounds.most, value);
    }
  }

  // Generates all placements, most promising first.
  void MakeChildren(const Position& position, size_t depth) {
    if (levels_.size() <= depth) {
      levels_.resize(depth + 1);
    }
    std::vector<Child>& children = levels_[depth];
    children.clear();
    if (position.now.stage == Stage::kLay) {
      AddPlacements(position, envs::kNoAction, &children);
    } else {
      envs::tantrix::ForEachTile(position.now.choices, [&](int tile) {
        Position chosen = position;
        rules_.Step(&chosen, nullptr, static_cast<Actor>(position.now.mover), tile);
        AddPlacements(chosen, tile, &children);
      });
    }
    nodes_ += std::ssize(children);
    std::ranges::stable_sort(children, std::greater<>(), &Child::lead);
  }

  void AddPlacements(const Position& chosen, Action tile, std::vector<Child>* children) {
    const auto mover = static_cast<size_t>(chosen.now.mover);
    std::ranges::fill(words_, uint64_t{0});
    const envs::ActionMask mask(words_);
    rules_.LegalActions(rules_.MakeView(chosen, static_cast<Seat>(mover)), mask);
    mask.ForEach([&](Action action) {
      Child& child = children->emplace_back(Child{.position = chosen});
      child.action = tile == envs::kNoAction ? action : tile;
      rules_.Step(&child.position, nullptr, static_cast<Actor>(mover), action);
      const auto& best = child.position.now.best;
      child.lead = best[mover].score - best[1 - mover].score;
    });
  }

  const Tantrix& rules_;
  std::vector<uint64_t> words_;
  // By depth.
  std::vector<std::vector<Child>> levels_;
  std::unordered_map<Key128, Bounds, HashKey> known_;
  int64_t nodes_ = 0;
  int64_t most_nodes_ = 0;
};

}  // namespace

std::unique_ptr<Endgame> MakeBagEndgame(const Tantrix& rules) {
  return std::make_unique<BagEndgame>(rules);
}

std::unique_ptr<Endgame> MakeBagEndgame(const envs::Game& game) {
  using envs::tiny_tantrix::TinyTantrix;
  if (const auto* whole = dynamic_cast<const envs::RulesGame<Tantrix>*>(&game)) {
    return MakeBagEndgame(whole->rules());
  }
  if (const auto* tiny = dynamic_cast<const envs::RulesGame<TinyTantrix>*>(&game)) {
    return MakeBagEndgame(tiny->rules());
  }
  return nullptr;
}

}  // namespace tantrix

std::unique_ptr<Endgame> MakeEndgame(const envs::Game& game) {
  return tantrix::MakeBagEndgame(game);
}

}  // namespace kvintet::selfplay
