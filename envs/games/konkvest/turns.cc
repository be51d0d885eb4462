// Konkvest: the possible turns (moves, promotions, drops) and the blockade.
#include <array>

#include "envs/games/konkvest/konkvest.h"
#include "envs/games/konkvest/territory.h"

namespace kvintet::envs::konkvest {
namespace {

// Sets the actions `first` + cell. REQUIRES: the mask is zeroed.
void SetCells(const Cells& cells, Action first, ActionMask mask) {
  const DenseCells dense = Dense(cells);
  const auto word = static_cast<size_t>(first / 64);
  const int shift = first % 64;
  const std::span<uint64_t> words = mask.Words();
  words[word] |= dense[0] << shift;
  words[word + 1] |= dense[1] << shift;
  if (shift > 0) {
    words[word + 1] |= dense[0] >> (64 - shift);
    if (word + 2 < words.size()) {
      words[word + 2] |= dense[1] >> (64 - shift);
    }
  }
}

// The kinds in a reserve, as bits.
uint64_t KindsIn(const std::array<uint8_t, kReserveKinds>& reserve) {
  uint64_t kinds = 0;
  for (size_t kind = 0; kind < reserve.size(); ++kind) {
    kinds |= uint64_t{reserve[kind] > 0} << kind;
  }
  return kinds;
}

// Q6: the pieces that the seat may capture.
Cells Capturable(const Konkvest::Position& p, size_t seat) {
  const Cells& enemy = p.board.seats[1 - seat];
  return ReserveSize(p, seat) < kReserveRoom ? enemy : enemy & p.board.Queens();
}

// The pieces of a seat that can move, computed all at once. A piece that can go two or more cells
// can also go one, since it passes over a free cell to which it could move as well; this holds for
// every gait of the table except the support's.
template <int kWay>
Cells PiecesThatMove(const Board& b, const Cells& own, const Cells& free, const Cells& targets) {
  using S = Steps<kWay>;
  const Cells to_fl = Shifted<-S::kFL>(targets);
  const Cells to_fr = Shifted<-S::kFR>(targets);
  const Cells to_sides = Shifted<-S::kL>(targets) | Shifted<-S::kR>(targets);
  const Cells to_free_front = Shifted<-S::kFL>(free) | Shifted<-S::kFR>(free);
  const Cells to_free_sides = Shifted<-S::kL>(free) | Shifted<-S::kR>(free);
  const Cells to_free_back = Shifted<-S::kBL>(free) | Shifted<-S::kBR>(free);
  const Cells to_back = Shifted<-S::kBL>(targets) | Shifted<-S::kBR>(targets);
  const Cells around = Shifted<-S::kL>(free & to_fl) | Shifted<-S::kR>(free & to_fr);
  const Cells supports = b.Supports();
  return own & ((~supports & (to_fl | to_fr)) | (supports & (to_free_front | around)) |
                ((b.kind[2] | b.promoted) & to_sides) | (b.Guards() & to_free_sides) |
                (b.Queens() & to_back) | ((b.Generals() | b.promoted) & to_free_back));
}

}  // namespace

Cells Konkvest::TargetsOf(const Position& p, size_t seat, int cell) const {
  const Piece piece = p.board.At(cell);
  const auto figure = static_cast<size_t>(FigureOf(piece.kind, piece.promoted));
  return movers_[seat][figure]->targets(Cells::Of(cell), p.board.Free(), Capturable(p, seat));
}

const Cells& Konkvest::ZoneRows(const Position& p, size_t seat) const {
  // Last stand: then only the queen has territory.
  const bool last_stand = !(p.board.seats[seat] & p.board.Pawns()).Any();
  return last_stand ? kBoard : kFarHalf[seat];
}

Cells Konkvest::DevelopmentZone(const Position& p, size_t seat) const {
  return p.territory[seat] & ~p.territory[1 - seat] & ZoneRows(p, seat);
}

Cells Konkvest::PromotionCells(const Position& p, size_t seat, bool pawn) const {
  // A pawn takes its own territory, of which it is the front, along with it, and it ends the last
  // stand.
  return pawn ? kFarHalf[seat] & ~InFrontOf(seat, cone_, p.territory[1 - seat])
              : DevelopmentZone(p, seat);
}

Cells Konkvest::DropCells(const Position& p, size_t seat) const {
  return p.board.Free() & p.territory[seat] & ~p.territory[1 - seat];
}

bool Konkvest::AttacksQueen(const Board& board, size_t seat, int cell) const {
  const Piece piece = board.At(cell);
  const auto figure = static_cast<size_t>(FigureOf(piece.kind, piece.promoted));
  const Cells queen = board.seats[1 - seat] & board.Queens();
  return (movers_[seat][figure]->attacked(Cells::Of(cell), board.Free()) & queen).Any();
}

void Konkvest::FindMovable(Position* p) const {
  const size_t seat = p->to_move;
  const Board& b = p->board;
  const Cells own = b.seats[seat];
  const Cells free = b.Free();
  const Cells targets = free | Capturable(*p, seat);
  p->movable = seat == 0 ? PiecesThatMove<1>(b, own, free, targets)
                         : PiecesThatMove<-1>(b, own, free, targets);
  // Promotions on the spot.
  const Cells basic = own & b.Promotable();
  const Cells pawns = basic & b.Pawns();
  p->movable |= basic & ~pawns & DevelopmentZone(*p, seat);
  if ((pawns & kFarHalf[seat]).Any()) {
    p->movable |= pawns & PromotionCells(*p, seat, true);
  }
}

bool Konkvest::IsBlockaded(const Position& p) const {
  const size_t seat = p.to_move;
  const size_t other = 1 - seat;
  const Cells queens = p.board.Queens();
  if ((p.movable & ~queens).Any()) {
    return false;
  }
  // Decided: drops and promotions count as turns.
  if (KindsIn(p.reserves[seat]) != 0 && DropCells(p, seat).Any()) {
    return false;
  }
  const Cells queen = p.board.seats[seat] & queens;
  if (!queen.Any()) {
    return true;
  }
  const int from = queen.First();
  bool blockaded = true;
  TargetsOf(p, seat, from).ForEach([&](int to) {
    const bool wins =
        to == kBase[other] || (p.board.seats[other].Has(to) && p.board.At(to).kind == kQueen);
    Board after = p.board;
    after.Clear(from);
    after.Clear(to);
    after.Put(seat, {kQueen}, to);
    blockaded = blockaded && !wins && AttackedBy(after, other).Has(to);
  });
  return blockaded;
}

void Konkvest::LegalActions(const View& view, ActionMask mask) const {
  const Position& p = view.position;
  const size_t seat = p.to_move;
  if (p.stage == Stage::kWhat) {
    const DenseCells pieces = Dense(p.movable);
    const uint64_t drops = DropCells(p, seat).Any() ? KindsIn(p.reserves[seat]) : 0;
    mask.Words()[0] = pieces[0];
    mask.Words()[1] = pieces[1] | drops << (kDrops % 64);
  } else if (p.stage == Stage::kWhere) {
    SetTargets(p, mask);
  } else {
    const DenseCells cells = Dense(p.board.Free() & kHomeRows[seat]);
    mask.Words()[kPlacements / 64] = seat == 0 ? cells[0] << (kPlacements % 64)
                                               : cells[1] >> (kCells - kHomeCells - 64)
                                                                 << (kPlacements % 64 + kHomeCells);
  }
}

// Q5: what the chosen piece, or kind of the reserve, may do.
void Konkvest::SetTargets(const Position& p, ActionMask mask) const {
  const size_t seat = p.to_move;
  if (p.what >= kDropped) {
    return SetCells(DropCells(p, seat), kTargets, mask);
  }
  const Cells targets = TargetsOf(p, seat, p.what);
  SetCells(targets, kTargets, mask);
  const Piece piece = p.board.At(p.what);
  if (MayPromote(piece.kind) && !piece.promoted) {
    const Cells quiet = (targets & p.board.Free()) | Cells::Of(p.what);
    SetCells(quiet & PromotionCells(p, seat, piece.kind == kPawn), kPromotions, mask);
  }
}

}  // namespace kvintet::envs::konkvest
