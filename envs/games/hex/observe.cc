// Hex: what a network sees and learns, and the baseline.
#include <algorithm>
#include <cstdlib>

#include "envs/games/hex/hex.h"

namespace kvintet::envs::hex {

void Hex::Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
  const Position& p = view.position;
  const Colour own = OwnColour(view);
  const auto cells = static_cast<size_t>(board_.NumCells());
  for (const Colour colour : {kRed, kBlue}) {
    const std::span<uint8_t> plane = planes.subspan(colour == own ? 0 : cells, cells);
    p.stones[colour].ForEach(
        [&](int cell) { plane[static_cast<size_t>(PlaneCell(own, cell))] = 1; });
  }
  globals[0] = p.over == 0 && p.to_move == own ? 1.0f : 0.0f;
  globals[1] = MaySwap(p) ? 1.0f : 0.0f;
}

void Hex::Derive(const View& view, std::span<uint8_t> planes) const {
  const Position& p = view.position;
  const Colour own = OwnColour(view);
  const auto cells = static_cast<size_t>(board_.NumCells());
  for (const Colour colour : {kRed, kBlue}) {
    const size_t side = colour == own ? 0 : 1;
    const std::span<uint8_t> wins = planes.subspan(side * cells, cells);
    WinningCells(p, colour).ForEach(
        [&](int cell) { wins[static_cast<size_t>(PlaneCell(own, cell))] = 1; });
    const Board::Lengths through =
        board_.LengthsThrough(colour, p.stones[colour], p.stones[1 - colour]);
    const uint16_t shortest = std::ranges::min(std::span(through).first(cells));
    const std::span<uint8_t> ways = planes.subspan((2 + side) * cells, cells);
    for (size_t cell = 0; cell < cells && shortest < Board::kBlocked; ++cell) {
      ways[static_cast<size_t>(PlaneCell(own, static_cast<int>(cell)))] =
          through[cell] == shortest ? 1 : 0;
    }
  }
}

int Hex::PolicyIndex(const View& view, Action action) const {
  return action == SwapAction() ? action : PlaneCell(OwnColour(view), action);
}

void Hex::Ownership(const Position& end, const View& view, std::span<int8_t> cells) const {
  const Colour own = OwnColour(view);
  for (const Colour colour : {kRed, kBlue}) {
    end.stones[colour].ForEach([&](int cell) {
      cells[static_cast<size_t>(PlaneCell(own, cell))] = colour == own ? 1 : -1;
    });
  }
}

void Hex::GreedyActions(const View& view, std::vector<Action>* best) const {
  const Position& p = view.position;
  const auto own = static_cast<Colour>(p.to_move);
  const auto other = static_cast<Colour>(1 - own);
  const Cells free = board_.All() - (p.stones[kRed] | p.stones[kBlue]);
  for (const Colour colour : {own, other}) {
    WinningCells(p, colour).ForEach([best](int cell) { best->push_back(cell); });
    if (!best->empty()) {
      return;
    }
  }
  const Cells& stone = p.stones[other];
  const auto on_edge = [&](Colour colour) {
    return ((board_.EdgeCells(colour, kLow) | board_.EdgeCells(colour, kHigh)) & stone).Count() > 0;
  };
  if (MaySwap(p) && !on_edge(kRed) && !on_edge(kBlue)) {
    best->push_back(SwapAction());
    return;
  }
  const Board::Lengths mine = board_.LengthsThrough(own, p.stones[own], p.stones[other]);
  const Board::Lengths theirs = board_.LengthsThrough(other, p.stones[other], p.stones[own]);
  // Of cells that are equally good for both sides, the one nearest to the centre.
  int least = 4 * Board::kBlocked * kMaxCells;
  const int size = board_.Size();
  free.ForEach([&](int cell) {
    const auto at = static_cast<size_t>(cell);
    const int right = 2 * (cell % size) + 1 - size;
    const int up = 2 * (cell / size) + 1 - size;
    const int off = std::max({std::abs(right), std::abs(up), std::abs(right + up)});
    const int cost = (mine[at] + theirs[at]) * 4 * kMaxSize + off;
    if (cost < least) {
      least = cost;
      best->clear();
    }
    if (cost == least) {
      best->push_back(cell);
    }
  });
}

}  // namespace kvintet::envs::hex
