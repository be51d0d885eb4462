// PromisedScore: joins lines at forced spaces into chains.
#include "envs/games/tantrix/promise.h"

#include <algorithm>
#include <bit>

#include "envs/games/tantrix/sides.h"

namespace kvintet::envs::tantrix {
namespace {

// Lines joined at forced spaces. A line is known by a number: that of its smallest tile, or
// kPlaced.
class Chains {
 public:
  static constexpr uint8_t kPlaced = kMaxTiles;

  Chains() { chain_of_.fill(kNone); }

  // A forced space at one end of a line.
  void Extend(Arrival line) { ++chains_[Find(line)].tiles; }
  // A forced space between two lines, or between the two ends of one.
  void Join(Arrival a, Arrival b) {
    const size_t first = Find(a);
    const size_t second = Find(b);
    Chain& chain = chains_[first];
    if (first != second) {
      const Chain& other = chains_[second];
      chain.tiles += other.tiles;
      chain.lines += other.lines;
      chain.joins += other.joins;
      chains_[second] = {.tiles = 0, .lines = 0, .joins = 0, .parent = first};
    }
    ++chain.tiles;
    ++chain.joins;
  }

  // The score of the chain that has the line.
  int ScoreOf(Arrival line) { return Score(chains_[Find(line)]); }
  int Best() const {
    int best = 0;
    for (size_t i = 0; i < count_; ++i) {
      best = std::max(best, Score(chains_[i]));
    }
    return best;
  }

 private:
  struct Chain {
    int tiles;
    int lines;
    int joins;
    size_t parent;
  };
  static constexpr uint8_t kNone = 255;

  // Each line has two ends, so a chain with as many joins as lines is a loop.
  static int Score(const Chain& chain) {
    return chain.lines > 0 && chain.joins == chain.lines ? 2 * chain.tiles : chain.tiles;
  }

  size_t Find(Arrival line) {
    uint8_t& known = chain_of_[line.smallest];
    if (known == kNone) {
      known = static_cast<uint8_t>(count_);
      chains_[count_] = {.tiles = line.length, .lines = 1, .joins = 0, .parent = count_};
      ++count_;
    }
    size_t chain = known;
    while (chains_[chain].parent != chain) {
      chain = chains_[chain].parent;
    }
    return chain;
  }

  // By line.
  std::array<uint8_t, kMaxTiles + 1> chain_of_;
  std::array<Chain, kMaxTiles + 1> chains_;
  size_t count_ = 0;
};

// The line of a colour that the laid tile makes, and the lines that become part of it.
struct PlacedLine {
  Arrival line;
  std::array<Arrival, 2> parts;
  int score = 0;

  PlacedLine(const LinesOf& lines, const LaidTile* laid) {
    if (laid == nullptr) {
      return;
    }
    const auto& [tile, rotation, space] = *laid;
    for (size_t d = 0; d < kSides && score == 0; ++d) {
      if (ColourAt(tile, rotation, d) == lines.colour()) {
        parts = {lines.At(space)[d], lines.At(space)[ExitOf(tile, rotation, d)]};
        score = JoinedScore(parts[0], parts[1]);
        line = {.length = static_cast<uint8_t>(score), .smallest = Chains::kPlaced};
      }
    }
  }

  bool Has(Arrival arrival) const {
    return std::ranges::any_of(
        parts, [&](Arrival part) { return part.length > 0 && part.smallest == arrival.smallest; });
  }
};

// The lines of a colour that end at a space, at most two of which its filler can join.
struct Ends {
  std::array<Arrival, 2> lines;
  size_t count = 0;

  void Add(Arrival line) {
    if (count < lines.size()) {
      lines[count] = line;
    }
    ++count;
  }
};

Ends EndsAt(const ForcedSpace& space, const LinesOf& lines, const LaidTile* laid,
            const PlacedLine& placed) {
  Ends ends;
  const Arrivals& arrivals = lines.At(space.cell);
  for (size_t d = 0; d < kSides; ++d) {
    const bool beside = laid != nullptr && d == space.laid;
    if (beside && ColourAt(laid->tile, laid->rotation, Opposite(d)) == lines.colour()) {
      ends.Add(placed.line);
    } else if (arrivals[d].length > 0) {
      ends.Add(placed.Has(arrivals[d]) ? placed.line : arrivals[d]);
    }
  }
  return ends;
}

}  // namespace

ForcedSpaces::ForcedSpaces(const Field& field, const Window& window, TileSet yet)
    : ForcedSpaces(field, window) {
  yet_ = yet;
  field.outline().ForEachCell(field.outline().Forced(), [&](Cell cell) {
    Add({.cell = cell, .laid = kSides}, TilesFacing(field.Facing(cell)));
    return true;
  });
}

ForcedSpaces ForcedSpaces::After(const LaidTile& laid) const {
  const auto& [tile, rotation, space] = laid;
  ForcedSpaces after(field_, window_);
  after.yet_ = yet_ & ~SetOf(static_cast<int>(tile));
  for (size_t i = 0; i < count_; ++i) {
    if (Distance(spaces_[i].cell, space) > 1) {
      after.Add(spaces_[i], fillers_[i]);
    }
  }
  const Outline& outline = field_.outline();
  for (size_t d = 0; d < kSides; ++d) {
    const Cell beside = Neighbour(space, d);
    if (outline.Has(outline.Tiles(), beside)) {
      continue;
    }
    const size_t back = Opposite(d);
    const Sides shown = Sides{1} << (kSideBits * back + ColourAt(tile, rotation, d));
    const Sides facing = field_.Facing(beside) | shown;
    if (std::popcount(facing) >= 3) {
      after.Add({.cell = beside, .laid = back}, TilesFacing(facing));
    }
  }
  return after;
}

void ForcedSpaces::Add(const ForcedSpace& space, TileSet fillers) {
  if ((fillers & yet_) != 0 && window_.Has(space.cell)) {
    spaces_[count_] = space;
    fillers_[count_] = fillers & yet_;
    ++count_;
  }
}

int PromisedScore(const LinesOf& lines, const ForcedSpaces& forced, const LaidTile* laid, int best,
                  std::span<uint8_t> scores) {
  const PlacedLine placed(lines, laid);
  Chains chains;
  for (const ForcedSpace& space : forced.spaces()) {
    const Ends ends = EndsAt(space, lines, laid, placed);
    if (ends.count == 2) {
      chains.Join(ends.lines[0], ends.lines[1]);
    } else if (ends.count == 1) {
      chains.Extend(ends.lines[0]);
    }
  }
  for (size_t i = 0; i < scores.size(); ++i) {
    const Ends ends = EndsAt(forced.spaces()[i], lines, laid, placed);
    scores[i] = ends.count == 0 ? uint8_t{0} : static_cast<uint8_t>(chains.ScoreOf(ends.lines[0]));
  }
  return std::max({best, placed.score, chains.Best()});
}

}  // namespace kvintet::envs::tantrix
