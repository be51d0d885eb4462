// Punct: the fixed baseline, one turn ahead.
//
// It maximises the other side's distance from joining two sides minus its own, then the dots in the
// centre. A distance is the smallest number of empty spaces on a path from side to side over own
// topmost dots and empty spaces.
#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>
#include <vector>

#include "envs/games/punct/connection.h"
#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {
namespace {

constexpr int kLongerThanAnyPath = 64;

// The number of empty spaces on a path between two sides if below `bound`; otherwise `bound`.
template <int kStride>
int WayBetween(const std::array<Spots, 2>& sides, Lanes own, Lanes empty, const Board& board,
               int bound) {
  const Lanes start = Load(sides[0]);
  const Lanes goal = Load(sides[1]);
  Lanes reached = ComponentOf<kStride>(start & own, own, board);
  for (int length = 0; length < bound; ++length) {
    if (Any(reached & goal)) {
      return length;
    }
    const Lanes next = (Grown<kStride>(reached, board) | start) & empty & ~reached;
    if (!Any(next)) {
      return bound;
    }
    reached = ComponentOf<kStride>(reached | next, reached | next | own, board);
  }
  return bound;
}

template <int kStride>
int DistanceOf(Lanes own, Lanes empty, const Board& board) {
  int distance = kLongerThanAnyPath;
  for (const std::array<Spots, 2>& sides : board.Sides()) {
    distance = WayBetween<kStride>(sides, own, empty, board, distance);
  }
  return distance;
}

// The values of turns of the side to move. Results for equal sets of dots are reused.
class Worth {
 public:
  Worth(const Board& board, size_t colour) : board_(board), colour_(colour) {}

  // The value of the turn that leads to this surface.
  int Of(const Surface& surface) {
    const auto [entry, first] = known_.emplace(HashBytes(std::as_bytes(std::span(surface.top))), 0);
    if (first) {
      const bool full = board_.stride() == kFullStride;
      entry->second = full ? Find<kFullStride>(surface) : Find<kTinyStride>(surface);
    }
    return entry->second;
  }

 private:
  template <int kStride>
  int Find(const Surface& surface) const {
    const Lanes own = Load(surface.top[colour_]);
    const Lanes other = Load(surface.top[1 - colour_]);
    const Lanes empty = Load(board_.All()) & ~(own | other);
    const int own_way = DistanceOf<kStride>(own, empty, board_);
    const int other_way = DistanceOf<kStride>(other, empty, board_);
    const Lanes centre = Load(board_.Centre());
    const int lead = Store(own & centre).Count() - Store(other & centre).Count();
    // The side that moves wins if both are joined.
    return own_way == 0 ? std::numeric_limits<int>::max()
                        : kLongerThanAnyPath * (other_way - own_way) + lead;
  }

  const Board& board_;
  const size_t colour_;
  std::unordered_map<Key128, int> known_;
};

}  // namespace

void Punct::GreedyActions(const View& view, std::vector<Action>* best) const {
  const bool choosing = view.position.stage == Stage::kWhat;
  Worth worth(board_, view.position.to_move);
  int most = std::numeric_limits<int>::min();
  const auto offer = [&](Action action, int its_worth) {
    if (its_worth > most || best->empty()) {
      best->clear();
      most = its_worth;
    }
    if (its_worth == most && (best->empty() || best->back() != action)) {
      best->push_back(action);
    }
  };
  const auto lay = [&](const Position& p, const auto& visit) {
    const bool is_new = p.chosen < kKinds;
    const int index = is_new ? 0 : MovablePieceAt(p, board_.SpotOf(p.chosen - kKinds));
    const int kind = is_new ? p.chosen : kKindOfPiece[static_cast<size_t>(index)];
    const Surface ground = is_new ? p.surface : Lifted(board_, p, p.to_move, index);
    std::array<uint64_t, (kMaxActions + 63) / 64> words = {};
    const ActionMask mask(words);
    LegalActions({p, view.seat, {}}, mask);
    mask.ForEach([&](Action action) {
      const int spot = SpotOfWhere(action);
      const int rotation = RotationOfWhere(action);
      Surface surface = ground;
      const int level = LevelAt(board_, ground, p.to_move, kind, spot, rotation);
      Cover(board_.Dots(kind, spot, rotation), p.to_move, level, &surface);
      visit(action, worth.Of(surface));
    });
  };
  if (!choosing) {
    return lay(view.position, offer);
  }
  std::array<uint64_t, (kMaxActions + 63) / 64> words = {};
  LegalActions(view, ActionMask(words));
  ActionMask(words).ForEach([&](Action what) {
    Position chosen = view.position;
    Step(&chosen, nullptr, ActorOf(view.seat), what);
    lay(chosen, [&](Action, int its_worth) { offer(what, its_worth); });
  });
}

}  // namespace kvintet::envs::punct
