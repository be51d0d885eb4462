// Kontranto: the effects of a step: moves, clashes, conquests (K4 to K6, K9) and areas (K7, K8).
#include "base/check.h"
#include "envs/games/kontranto/kontranto.h"
#include "envs/games/kontranto/situation.h"

namespace kvintet::envs::kontranto {
namespace {

// Removes the situations of all areas except those kept, which are given by their lowest cells.
void KeepAreas(Cells kept, RepetitionHistory* history) {
  const std::span<const Key128> keys = history->Keys();
  history->Cut();
  // Compacts in place: each key is read before its slot is overwritten.
  for (const Key128& key : keys) {
    if ((kept >> AreaOf(key) & 1) != 0) {
      history->Push(Key128(key));
    }
  }
}

// K6: the cells where pieces of both sides meet, by the colour that wins them. Pieces from earlier
// clashes have left.
std::array<Cells, 2> ClashesWon(const PieceSets& pieces) {
  const auto& [white, black] = pieces;
  return {(white[kCircle] & black[kCircle]) | (white[kTriangle] & black[kTriangle]),
          (white[kCircle] & black[kTriangle]) | (white[kTriangle] & black[kCircle])};
}

// K9: if both chosen pieces stayed or both went, the piece that a clash would have hurt wins the
// cell on which it now stands. No other piece may enter the two cells.
void AddEscapes(const Kontranto::Position& p, const PieceSets& before, std::array<Cells, 2>* won) {
  for (size_t i = 0; i < p.num_areas; ++i) {
    const Cells white = p.chosen[kWhite] & p.areas[i] & p.due;
    const Cells black = p.chosen[kBlack] & p.areas[i] & p.due;
    const bool white_stayed = (SideCells(p.pieces, kWhite) & white) != 0;
    const bool black_stayed = (SideCells(p.pieces, kBlack) & black) != 0;
    if (white != 0 && white_stayed == black_stayed) {
      const bool alike =
          ((before[kWhite][kCircle] & white) != 0) == ((before[kBlack][kCircle] & black) != 0);
      const Colour escaped = alike ? kBlack : kWhite;
      (*won)[escaped] |= white_stayed == (escaped == kWhite) ? white : black;
    }
  }
}

}  // namespace

// K4: the whole board is the first area.
void Kontranto::ResolveFirst(Position* p, RepetitionHistory* history) const {
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    const Colour colour = ColourOf(*p, seat);
    for (int i = 0; i < NumPieces(colour); ++i) {
      p->pieces[colour][PlacedShape(*p, colour, i)] |=
          CellBit(p->targets[seat][static_cast<size_t>(i)]);
    }
  }
  p->zones_changed = 0;
  p->triangles_first = 0;
  history->Cut();
  p->conquered = ClashesWon(p->pieces);
  AddAreas(p, grid_.All() & ~(p->conquered[kWhite] | p->conquered[kBlack]));
  Judge(p);
}

void Kontranto::ResolveStep(Position* p, RepetitionHistory* history) const {
  const PieceSets before = p->pieces;
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    const Colour colour = ColourOf(*p, seat);
    const Cells moving = MovingCells(*p, colour);
    p->pieces[colour][kCircle] &= ~moving;
    p->pieces[colour][kTriangle] &= ~moving;
    const uint8_t* target = p->targets[seat].data();
    for (Cells rest = grid_.Image(p->turn, moving); rest != 0; rest &= rest - 1, ++target) {
      const int cell = grid_.Image(p->turn, LowestCell(rest));
      p->pieces[colour][before[colour][kTriangle] >> cell & 1] |=
          *target == kGivenUp ? 0 : CellBit(*target);
    }
  }
  std::array<Cells, 2> won = ClashesWon(p->pieces);
  if (p->due != 0) {
    AddEscapes(*p, before, &won);
  }
  p->conquered[kWhite] |= won[kWhite];
  p->conquered[kBlack] |= won[kBlack];
  p->chosen = {};
  RenewAreas(p, before, won[kWhite] | won[kBlack], history);
  Judge(p);
}

// K7, K8: updates the areas after a step. `before` are the pieces before the step, `lost` the cells
// conquered in it.
void Kontranto::RenewAreas(Position* p, const PieceSets& before, Cells lost,
                           RepetitionHistory* history) const {
  const std::array<Cells, kMaxAreas> areas = p->areas;
  const std::array<uint8_t, kMaxAreas> steps = p->steps;
  const size_t count = p->num_areas;
  p->areas = {};
  p->steps = {};
  p->num_areas = 0;
  p->live = p->due = 0;
  Cells kept = 0;
  for (size_t i = 0; i < count; ++i) {
    if ((areas[i] & lost) != 0) {
      AddAreas(p, areas[i] & ~lost);
    } else if (Contested(*p, areas[i])) {
      kept |= areas[i] & -areas[i];
      InsertArea(p, areas[i], steps[i] + 1);
    }
  }
  if (lost != 0) {
    KeepAreas(kept, history);
  }
  for (size_t i = 0; i < p->num_areas; ++i) {
    const Cells area = p->areas[i];
    if ((area & kept) == 0) {
      continue;
    }
    history->Push(SituationKey(before, area));
    if (p->steps[i] == CountCells(area) || history->Count(SituationKey(p->pieces, area)) > 0) {
      p->due |= area;
    }
  }
}

// Adds the areas among these cells, none of which is conquered: each connected part that can be
// one.
void Kontranto::AddAreas(Position* p, Cells cells) const {
  while (cells != 0) {
    const Cells area = grid_.Reach(cells & -cells, cells);
    cells &= ~area;
    if (Contested(*p, area)) {
      InsertArea(p, area, 0);
    }
  }
}

// K7: both sides stand on its cells or on a conquered cell beside it.
bool Kontranto::Contested(const Position& p, Cells cells) const {
  const Cells conquered = p.conquered[kWhite] | p.conquered[kBlack];
  const Cells places = cells | (grid_.Spread(cells) & conquered);
  return (SideCells(p.pieces, kWhite) & places) != 0 && (SideCells(p.pieces, kBlack) & places) != 0;
}

// Inserts an area in the order of lowest cells, as seen before `turn` mirrored the board.
void Kontranto::InsertArea(Position* p, Cells area, int steps) const {
  KVINTET_CHECK_LT(p->num_areas, kMaxAreas);
  const auto lowest = [&](Cells cells) { return LowestCell(grid_.Image(p->turn, cells)); };
  size_t place = p->num_areas++;
  for (; place > 0 && lowest(p->areas[place - 1]) > lowest(area); --place) {
    p->areas[place] = p->areas[place - 1];
    p->steps[place] = p->steps[place - 1];
  }
  p->areas[place] = area;
  p->steps[place] = static_cast<uint8_t>(steps);
  p->live |= area;
}

}  // namespace kvintet::envs::kontranto
