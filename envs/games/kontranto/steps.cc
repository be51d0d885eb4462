// Kontranto: what a step does: moves, clashes, conquests (K4 to K6, K9) and the areas (K7, K8).
#include "base/check.h"
#include "envs/games/kontranto/kontranto.h"
#include "envs/games/kontranto/situation.h"

namespace kvintet::envs::kontranto {
namespace {

// Forgets the situations of all areas but those that are kept, by their lowest cells.
void KeepAreas(Cells kept, Trail* trail) {
  const std::span<const Key128> keys = trail->Keys();
  trail->Cut();
  // A key is read before one is written in its place.
  for (const Key128& key : keys) {
    if ((kept >> AreaOf(key) & 1) != 0) {
      trail->Push(Key128(key));
    }
  }
}

// K6: the cells where pieces of both sides have met, by the colour that wins them. (Those that met
// before have left.)
std::array<Cells, 2> ClashesWon(const PieceSets& pieces) {
  const auto& [white, black] = pieces;
  return {(white[kCircle] & black[kCircle]) | (white[kTriangle] & black[kTriangle]),
          (white[kCircle] & black[kTriangle]) | (white[kTriangle] & black[kCircle])};
}

// K9: where both chosen pieces stayed or both went, the one that a clash would have hurt wins the
// cell on which it now stands. Nobody else may enter the two cells.
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

// K4: the board is the first area.
void Kontranto::ResolveFirst(Position* p, Trail* trail) const {
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    const Colour colour = ColourOf(*p, seat);
    for (int i = 0; i < NumPieces(colour); ++i) {
      p->pieces[colour][PlacedShape(*p, colour, i)] |=
          CellBit(p->targets[seat][static_cast<size_t>(i)]);
    }
  }
  p->zones_changed = 0;
  p->triangles_first = 0;
  trail->Cut();
  p->conquered = ClashesWon(p->pieces);
  AddAreas(p, grid_.All() & ~(p->conquered[kWhite] | p->conquered[kBlack]));
  Judge(p);
}

void Kontranto::ResolveStep(Position* p, Trail* trail) const {
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
  RenewAreas(p, before, won[kWhite] | won[kBlack], trail);
  Judge(p);
}

// K7, K8 after a step: `before` are the pieces as they stood, `lost` the cells conquered by it.
void Kontranto::RenewAreas(Position* p, const PieceSets& before, Cells lost, Trail* trail) const {
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
    KeepAreas(kept, trail);
  }
  for (size_t i = 0; i < p->num_areas; ++i) {
    const Cells area = p->areas[i];
    if ((area & kept) == 0) {
      continue;
    }
    trail->Push(SituationKey(before, area));
    if (p->steps[i] == CountCells(area) || trail->Count(SituationKey(p->pieces, area)) > 0) {
      p->due |= area;
    }
  }
}

// Adds what can be an area of these cells, none of which is conquered: each part that hangs
// together.
void Kontranto::AddAreas(Position* p, Cells cells) const {
  while (cells != 0) {
    const Cells area = grid_.Reach(cells & -cells, cells);
    cells &= ~area;
    if (Contested(*p, area)) {
      InsertArea(p, area, 0);
    }
  }
}

// K7: both sides stand on its cells, or on a conquered one beside it.
bool Kontranto::Contested(const Position& p, Cells cells) const {
  const Cells conquered = p.conquered[kWhite] | p.conquered[kBlack];
  const Cells places = cells | (grid_.Spread(cells) & conquered);
  return (SideCells(p.pieces, kWhite) & places) != 0 && (SideCells(p.pieces, kBlack) & places) != 0;
}

// Keeps the areas in order of their lowest cells, before `turn` has turned the board.
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
