// Konkvest: turns and the end of the game.
#include "envs/games/konkvest/konkvest.h"

#include <algorithm>
#include <utility>

#include "envs/games/konkvest/territory.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::konkvest {
namespace {

constexpr int kDefaultPlies = 600;
// The largest number of turns that a position can count; slightly more than any match lasts.
constexpr int kMaxPlies = 60000;
constexpr int kAttacksThatLose = 4;
constexpr int kOccurrencesThatEnd = 3;
// The largest number of repetitions that a position can count.
constexpr int kMaxRepeats = 255;

constexpr uint8_t ActsBits(size_t seat) { return static_cast<uint8_t>(1 << seat); }

PositionKey KeyOf(const Konkvest::Position& p) {
  PositionKey key = {};
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    p.board.seats[seat].ForEach([&](int cell) { key.Add(PieceKey(seat, p.board.At(cell), cell)); });
    for (int kind = 0; kind < kReserveKinds; ++kind) {
      for (int i = 0; i < p.reserves[seat][static_cast<size_t>(kind)]; ++i) {
        key.Add(ReserveKey(seat, kind));
      }
    }
  }
  return key;
}

}  // namespace

Konkvest::Konkvest(const RuleOptions& options)
    : cone_(options.Is("territory", "cone")),
      cycle_(options.Is("cycle", "end")       ? Cycle::kEnd
             : options.Is("cycle", "restart") ? Cycle::kRestart
                                              : Cycle::kGoOn),
      capture_ends_row_(options.Is("capture_in_row", "ends_row")),
      max_plies_(options.Int("max_plies")),
      initial_() {
  const GaitName guard = options.Is("guard_reach", "lines") ? kGuardLines : kGuardStraight;
  const GaitName general = options.Is("general_reach", "lines") ? kGeneralLines : kGeneralArea;
  const GaitName queen = options.Is("queen_retreat", "straight") ? kQueenStraight : kQueenLines;
  const std::array<GaitName, kFigures> gaits = {kPawnGait,   kSupportGait, guard,
                                                kHunterGait, kRookGait,    general,
                                                queen,       kHeroGait,    kChampionGait};
  for (size_t seat = 0; seat < 2; ++seat) {
    for (size_t figure = 0; figure < kFigures; ++figure) {
      movers_[seat][figure] = &MoverOf(seat, gaits[figure]);
    }
    // Q3. Deduced: a pawn on each of the eight cells of the third row.
    const int row = seat == 0 ? 2 : kRows - 3;
    RowsFrom(row, row).ForEach([&](int cell) { initial_.board.Put(seat, {kPawn}, cell); });
    initial_.board.Put(seat, {kQueen}, kBase[seat]);
    initial_.reserves[seat][kSupport] = 3;
  }
  initial_.attacker = {kNoCell, kNoCell};
  initial_.what = kNoCell;
  initial_.to_act = ActsBits(0);
  initial_.winner = kNobody;
  Complete(&initial_);
}

OptionSchema Konkvest::Options() {
  return {
      {.key = "guard_reach",
       .default_value = "lines",
       .values = {"lines", "straight"},
       .meaning = "a guard attacks one or two cells along two lines, or one cell and straight "
                  "forward two",
       .clause = "Q2",
       .words = {"guards attack one or two cells along two lines",
                 "guards attack one cell, or two straight forward"}},
      {.key = "general_reach",
       .default_value = "lines",
       .values = {"lines", "area"},
       .meaning = "a general attacks along four lines, or every cell at distance one or two "
                  "that is not behind it",
       .clause = "Q2",
       .words = {"generals attack along four lines",
                 "generals attack all near cells that are not behind them"}},
      {.key = "queen_retreat",
       .default_value = "straight",
       .values = {"straight", "lines"},
       .meaning = "a queen goes back two cells straight, or along either line",
       .clause = "Q2",
       .words = {"queens go back two cells straight", "queens go back two cells along a line"}},
      {.key = "territory",
       .default_value = "strip",
       .values = {"strip", "cone"},
       .meaning = "what a pawn or queen holds: the strip straight behind, or all that is behind",
       .clause = "Q4",
       .words = {"pawns and queens hold the strip behind them",
                 "pawns and queens hold all that is behind them"},
       .suggested = true},
      {.key = "capture_in_row",
       .default_value = "counts",
       .values = {"counts", "ends_row"},
       .meaning = "whether an attack on the queen that captures another piece counts in the row "
                  "of four that loses, or ends that row",
       .clause = "Q7",
       .words = {"a fourth attack in a row loses, captures included",
                 "a capture ends a row of attacks"}},
      {.key = "cycle",
       .default_value = "end",
       .values = {"end", "restart", "go_on"},
       .meaning = "the third occurrence of a position ends the game, begins it anew with the "
                  "other player first, or changes nothing (as in matches, which have the players "
                  "to ask)",
       .clause = "Q8",
       .words = {"a position that occurs three times ends the game",
                 "a position that occurs three times restarts the game",
                 "positions may occur any number of times"},
       .changes = OptionChange::kEnd},
      {.key = "max_plies",
       .default_value = std::to_string(kDefaultPlies),
       .min = 1,
       .max = kMaxPlies,
       .meaning = "turns, those of the set-up included, after which the game ends",
       .clause = "Q8",
       .words = {"ends without a winner after $ turns"},
       .changes = OptionChange::kEnd}};
}

void Konkvest::Step(Position* p, RepetitionHistory* history, Actor, Action action) const {
  if (p->stage == Stage::kWhat) {
    return Choose(p, action);
  }
  if (p->stage == Stage::kPlace) {
    Place(p, PlacedCell(action));
  } else {
    // After the set-up, or at the start of a game that begins from a position.
    if (history->Keys().empty()) {
      history->Push(HistoryKey(*p));
    }
    p->repeats = 0;
    TakeTurn(p, action);
    CountRepeats(p, history);
  }
  if (p->stage != Stage::kOver && p->turns >= max_plies_) {
    Finish(p, End::kMaxPlies, kNobody);
  }
}

void Konkvest::Choose(Position* p, Action action) const {
  p->what = action < kDrops ? kDense.cell[static_cast<size_t>(action)]
                            : static_cast<uint8_t>(kDropped + (action - kDrops));
  p->stage = Stage::kWhere;
}

// Q8. Nothing is irreversible after the set-up: a captured piece may return by a drop, and a
// promoted one by capture and drop. The whole history is therefore searched. Decided: the third
// occurrence ends the game, since there is nobody to whom a reset could be offered.
void Konkvest::CountRepeats(Position* p, RepetitionHistory* history) const {
  if (p->stage == Stage::kOver) {
    return;
  }
  const Key128 key = HistoryKey(*p);
  p->repeats = static_cast<uint8_t>(std::min(history->Count(key), kMaxRepeats));
  p->has_cycled |= static_cast<uint8_t>(p->repeats > 0);
  if (p->repeats + 1 < kOccurrencesThatEnd || cycle_ == Cycle::kGoOn) {
    return history->Push(key);
  }
  if (cycle_ == Cycle::kEnd) {
    return Finish(p, End::kReset, kNobody);
  }
  // The seats keep their sides of the board.
  const uint16_t turns = p->turns;
  const auto first = static_cast<uint8_t>(p->first ^ 1);
  *p = initial_;
  p->turns = turns;
  p->first = p->to_move = first;
  p->to_act = ActsBits(first);
  history->Cut();
}

void Konkvest::Place(Position* p, int cell) const {
  const size_t seat = p->to_move;
  const Piece piece = {NextPlaced(*p)};
  p->board.Put(seat, piece, cell);
  p->key.Add(PieceKey(seat, piece, cell));
  ++p->turns;
  ++p->placed;
  p->to_move ^= 1;
  p->to_act = ActsBits(p->to_move);
  if (p->placed == kPlacedPieces) {
    p->stage = Stage::kWhat;
    FindMovable(p);
  }
}

// Makes a whole turn whose first action was `what`.
void Konkvest::TakeTurn(Position* p, Action action) const {
  const size_t seat = p->to_move;
  const uint8_t what = std::exchange(p->what, kNoCell);
  const bool promote = action >= kPromotions;
  const int to = kDense.cell[static_cast<size_t>(action - (promote ? kPromotions : kTargets))];
  const int from = what < kDropped ? what : to;
  const bool captures = p->board.seats[1 - seat].Has(to);
  const bool toppled = what < kDropped ? Move(p, from, to, promote)
                                       : Drop(p, static_cast<Kind>(what - kDropped), to);
  ++p->turns;
  HoldTerritories(p);
  // Q7, in the order of its clauses.
  if (toppled) {
    return Finish(p, End::kQueen, static_cast<int>(seat));
  }
  if (from != to && to == kBase[1 - seat] && p->board.At(to).kind == kQueen) {
    return Finish(p, End::kOccupation, static_cast<int>(seat));
  }
  CountAttack(p, from, to, captures);
  if (p->attacks[seat] == kAttacksThatLose) {
    return Finish(p, End::kRepetition, static_cast<int>(1 - seat));
  }
  p->stage = Stage::kWhat;
  p->to_move ^= 1;
  p->to_act = ActsBits(p->to_move);
  FindMovable(p);
  if (IsBlockaded(*p)) {
    Finish(p, End::kBlockade, static_cast<int>(seat));
  }
}

bool Konkvest::Drop(Position* p, Kind kind, int to) const {
  const size_t seat = p->to_move;
  --p->reserves[seat][kind];
  p->key.Subtract(ReserveKey(seat, kind));
  p->board.Put(seat, {kind}, to);
  p->key.Add(PieceKey(seat, {kind}, to));
  return false;
}

// Moving from a cell to itself is a promotion on the spot. Returns whether a queen was captured.
bool Konkvest::Move(Position* p, int from, int to, bool promote) const {
  const size_t seat = p->to_move;
  const size_t other = 1 - seat;
  Board& board = p->board;
  const Piece piece = board.At(from);
  const Piece moved = {.kind = piece.kind, .promoted = piece.promoted || promote};
  const bool captures = board.seats[other].Has(to);
  board.Clear(from);
  p->key.Subtract(PieceKey(seat, piece, from));
  bool toppled = false;
  if (captures) {
    const Piece captured = board.At(to);
    board.Clear(to);
    p->key.Subtract(PieceKey(other, captured, to));
    toppled = captured.kind == kQueen;
    if (!toppled) {
      ++p->reserves[seat][static_cast<size_t>(captured.kind)];
      p->key.Add(ReserveKey(seat, captured.kind));
    }
    if (p->attacker[other] == to) {
      p->attacker[other] = kNoCell;
      p->attacks[other] = 0;
    }
  }
  board.Put(seat, moved, to);
  p->key.Add(PieceKey(seat, moved, to));
  return toppled;
}

// Q7.3. `from` == `to` for turns that are not moves.
void Konkvest::CountAttack(Position* p, int from, int to, bool captures) const {
  const size_t seat = p->to_move;
  const bool ends_row = captures && capture_ends_row_;
  if (from == to || ends_row || !AttacksQueen(p->board, seat, to)) {
    p->attacks[seat] = 0;
    p->attacker[seat] = kNoCell;
    return;
  }
  const bool same = p->attacker[seat] == from;
  p->attacks[seat] = static_cast<uint8_t>(same ? p->attacks[seat] + 1 : 1);
  p->attacker[seat] = static_cast<uint8_t>(to);
}

void Konkvest::HoldTerritories(Position* p) const {
  const Cells holders = p->board.Pawns() | p->board.Queens();
  p->territory[0] = Behind(0, cone_, p->board.seats[0] & holders);
  p->territory[1] = Behind(1, cone_, p->board.seats[1] & holders);
}

void Konkvest::Complete(Position* p) const {
  HoldTerritories(p);
  p->key = KeyOf(*p);
  p->movable = {};
  if (p->stage == Stage::kWhat) {
    FindMovable(p);
  }
}

void Konkvest::Finish(Position* p, End end, int winner) const {
  p->stage = Stage::kOver;
  p->to_act = 0;
  p->to_move = 0;
  p->movable = {};
  p->end = end;
  p->winner = static_cast<uint8_t>(winner);
}

Outcome Konkvest::Result(const Position& p) const {
  const float first = p.winner == kNobody ? 0.0f : p.winner == 0 ? 1.0f : -1.0f;
  return {.returns = {first, 0.0f - first},
          .margin = Standing(p),
          .reason = EndName(p.end),
          .truncated = p.end == End::kReset || p.end == End::kMaxPlies};
}

std::array<int32_t, 2> Konkvest::Standing(const Position& p) const {
  std::array<int32_t, 2> pieces = {};
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    pieces[seat] = (p.board.seats[seat] & ~p.board.Queens()).Count() + ReserveSize(p, seat);
  }
  return pieces;
}

Key128 Konkvest::CacheKey(const View& view) const {
  View key = view;
  key.position.turns = 0;
  return HashBytes(std::as_bytes(std::span(&key, 1)));
}

Konkvest::Position Konkvest::Transform(int symmetry, const Position& p) const {
  const auto image = [symmetry](uint8_t cell) {
    return cell < kNumbers ? static_cast<uint8_t>(ImageOf(symmetry, cell)) : cell;
  };
  Position turned = p;
  Board& board = turned.board;
  for (Cells* set :
       {&board.seats[0], &board.seats[1], &board.kind[0], &board.kind[1], &board.kind[2],
        &board.promoted, &turned.territory[0], &turned.territory[1], &turned.movable}) {
    *set = ImageOf(symmetry, *set);
  }
  turned.attacker = {image(p.attacker[0]), image(p.attacker[1])};
  turned.what = image(p.what);
  if (ExchangesSeats(symmetry)) {
    std::swap(board.seats[0], board.seats[1]);
    std::swap(turned.territory[0], turned.territory[1]);
    std::swap(turned.reserves[0], turned.reserves[1]);
    std::swap(turned.attacker[0], turned.attacker[1]);
    std::swap(turned.attacks[0], turned.attacks[1]);
    turned.first ^= 1;
    if (p.stage != Stage::kOver) {
      turned.to_move ^= 1;
      turned.to_act = ActsBits(turned.to_move);
    }
    turned.winner = p.winner == kNobody ? kNobody : p.winner ^ 1;
  }
  turned.key = KeyOf(turned);
  return turned;
}

Action Konkvest::TransformAction(int symmetry, const View&, Action action) const {
  const auto image = [symmetry](int dense) {
    return kDense
        .index[static_cast<size_t>(ImageOf(symmetry, kDense.cell[static_cast<size_t>(dense)]))];
  };
  if (action < kDrops) {
    return image(action);
  }
  if (action < kTargets) {
    return action;
  }
  if (action < kPlacements) {
    const Action first = action < kPromotions ? kTargets : kPromotions;
    return first + image(action - first);
  }
  const int index = action - kPlacements;
  const int dense = image(index < kHomeCells ? index : index - 2 * kHomeCells + kCells);
  return kPlacements + (dense < kHomeCells ? dense : dense + 2 * kHomeCells - kCells);
}

REGISTER_GAME(Konkvest);

}  // namespace kvintet::envs::konkvest
