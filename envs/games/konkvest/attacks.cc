// Konkvest: which cells a side's pieces attack (Q2), for the rules and for networks.
#include <array>
#include <cstddef>

#include "envs/games/konkvest/konkvest.h"
#include "envs/games/konkvest/planes.h"

namespace kvintet::envs::konkvest {

std::array<Cells, kFigures> Konkvest::AttacksOf(const Board& board, size_t seat) const {
  const Cells own = board.seats[seat];
  const Cells free = board.Free();
  const Cells basic = own & ~board.promoted;
  const Cells champions = own & board.promoted & ((board.kind[0] & board.kind[1]) | board.kind[2]);
  std::array<Cells, kFigures> sets = {own & board.Pawns(),
                                      own & board.Supports(),
                                      own & board.Guards(),
                                      basic & board.kind[0] & board.kind[1],
                                      basic & board.kind[2] & ~(board.kind[0] | board.kind[1]),
                                      own & board.Generals(),
                                      own & board.Queens(),
                                      own & board.promoted & ~champions,
                                      champions};
  for (size_t figure = 0; figure < sets.size(); ++figure) {
    if (sets[figure].Any()) {
      sets[figure] = movers_[seat][figure]->attacked(sets[figure], free);
    }
  }
  return sets;
}

Cells Konkvest::AttackedBy(const Board& board, size_t seat) const {
  Cells attacked = {};
  for (const Cells& cells : AttacksOf(board, seat)) {
    attacked |= cells;
  }
  return attacked & kBoard;
}

// Two planes for each side: the number of figures that attack a cell; and 2 if a pawn attacks it, 1
// if a support or a guard does, since these are worth less than what they capture.
void Konkvest::Derive(const View& view, std::span<uint8_t> planes) const {
  const size_t seat = view.seat == Seat::k1 ? 1 : 0;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    uint8_t* const figures = planes.data() + 2 * side * kNumbers;
    const std::array<Cells, kFigures> attacks = AttacksOf(view.position.board, seat ^ side);
    for (const Cells& cells : attacks) {
      (cells & kBoard).ForEach([&](int cell) { ++figures[PlaceIn(seat, cell)]; });
    }
    uint8_t* const cheap = figures + kNumbers;
    ((attacks[kSupport] | attacks[kGuard]) & kBoard).ForEach([&](int cell) {
      cheap[PlaceIn(seat, cell)] = 1;
    });
    (attacks[kPawn] & kBoard).ForEach([&](int cell) { cheap[PlaceIn(seat, cell)] = 2; });
  }
}

}  // namespace kvintet::envs::konkvest
