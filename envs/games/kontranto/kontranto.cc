// Kontranto: options, stages, who acts, and how games end.
#include "envs/games/kontranto/kontranto.h"

#include <algorithm>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include "envs/rules/register_game.h"

namespace kvintet::envs::kontranto {
namespace {

constexpr uint8_t kBoth = ActorSet::Both().Bits();
constexpr std::array<std::string_view, 4> kReasons = {"", "eighteen", "no_clash", "two_step"};

constexpr uint8_t SeatBit(size_t seat) { return static_cast<uint8_t>(1u << seat); }

// Advances the number of the step; an unknown number stays unknown.
void CountStep(Position* p) {
  if (p->step > 0) {
    ++p->step;
  }
}

// K15: `3x2` to `9x7`.
std::vector<std::string> BoardWords() {
  std::vector<std::string> words;
  for (int columns = 3; columns <= 9; ++columns) {
    for (int rows = 2; rows <= 7; ++rows) {
      words.push_back(absl::StrCat(columns, "x", rows));
    }
  }
  return words;
}

// `c`, `cc`, ..., `tttttt`: circles first.
std::vector<std::string> PieceWords() {
  std::vector<std::string> words;
  for (size_t circles = 0; circles <= kMaxPieces; ++circles) {
    for (size_t triangles = circles == 0 ? 1 : 0; circles + triangles <= kMaxPieces; ++triangles) {
      words.push_back(std::string(circles, 'c') + std::string(triangles, 't'));
    }
  }
  return words;
}

// "White has 2 circles and 1 triangle" for `cct`, for each of PieceWords.
std::vector<std::string> PieceMeanings(const std::string& side) {
  std::vector<std::string> meanings;
  for (const std::string& pieces : PieceWords()) {
    const auto count = [&pieces](char shape, const char* name) {
      const auto number = std::ranges::count(pieces, shape);
      return absl::StrCat(number, " ", name, number == 1 ? "" : "s");
    };
    meanings.push_back(
        absl::StrCat(side, " has ", count('c', "circle"), " and ", count('t', "triangle")));
  }
  return meanings;
}

Grid GridOf(const RuleOptions& options) {
  const std::string& board = options.Text("board");
  return {board[0] - '0', board[2] - '0', options.Is("moves", "king")};
}

// K1, K15: the light and the dark zone, each together with the medium zone.
std::array<Cells, 2> ZonesOf(const Grid& grid, bool standard) {
  std::array<Cells, 2> zones = {grid.All(), grid.All()};
  for (int cell = 0; standard && cell < grid.NumCells(); ++cell) {
    const int column = grid.ColumnOf(cell);
    const int row = grid.RowOf(cell);
    const bool inner = row > 0 && row < grid.Rows() - 1;
    if (inner && 2 * column + 2 < grid.Columns()) {
      zones[kBlack] &= ~CellBit(cell);
    } else if (inner && 2 * column > grid.Columns()) {
      zones[kWhite] &= ~CellBit(cell);
    }
  }
  return zones;
}

}  // namespace

Kontranto::Kontranto(const RuleOptions& options)
    : grid_(GridOf(options)),
      zones_(ZonesOf(grid_, options.Is("zones", "standard"))),
      num_pieces_(),
      target_(options.Int("target")),
      colour_choice_(options.Is("colour_choice", "true")),
      removed_are_gone_(options.Is("two_step_pieces", "remaining")) {
  for (const char* side : {"white", "black"}) {
    for (const char shape : options.Text(side)) {
      ++num_pieces_[side[0] == 'w' ? kWhite : kBlack][shape == 'c' ? kCircle : kTriangle];
    }
  }
}

absl::StatusOr<Kontranto> Kontranto::Create(const RuleOptions& options) {
  Kontranto rules(options);
  if (rules.target_ > rules.grid_.NumCells()) {
    return absl::InvalidArgumentError(absl::StrCat("kontranto: target must be 1 to the ",
                                                   rules.grid_.NumCells(), " cells of the board ",
                                                   options.Text("board"), ", is ", rules.target_));
  }
  for (const Colour colour : {kWhite, kBlack}) {
    if (rules.NumPieces(colour) > CountCells(rules.zones_[colour])) {
      return absl::InvalidArgumentError(absl::StrCat("kontranto: no room for the pieces on the ",
                                                     "board ", options.Text("board")));
    }
  }
  return rules;
}

OptionSchema Kontranto::Options() {
  return {{.key = "board",
           .default_value = "7x5",
           .values = BoardWords(),
           .meaning = "columns x rows",
           .clause = "K15",
           .words = {"a board of $ cells (columns x rows)"}},
          {.key = "white",
           .default_value = "cctt",
           .values = PieceWords(),
           .meaning = "White's pieces: c a circle, t a triangle",
           .clause = "K15",
           .words = PieceMeanings("White")},
          {.key = "black",
           .default_value = "cctt",
           .values = PieceWords(),
           .meaning = "Black's pieces: c a circle, t a triangle",
           .clause = "K15",
           .words = PieceMeanings("Black")},
          {.key = "zones",
           .default_value = "standard",
           .values = {"standard", "none"},
           .meaning = "whether parts of the board are closed to a side in the first step",
           .clause = "K4",
           .words = {"corners closed to the other side in the first step",
                     "no part of the board is closed in the first step"}},
          {.key = "target",
           .default_value = "18",
           .min = 1,
           .max = kMaxCells,
           .meaning = "conquered cells that win; the default is half the cells, rounded up",
           .clause = "K10",
           .words = {"the player who conquers $ cells wins"}},
          {.key = "moves",
           .default_value = "king",
           .values = {"king", "rook"},
           .meaning = "whether a cell has eight neighbours or the four straight ones",
           .clause = "K15",
           .words = {"pieces step to all eight neighbouring cells",
                     "pieces step straight only, not diagonally"},
           .suggested = true},
          {.key = "colour_choice",
           .default_value = "true",
           .values = {"true", "false"},
           .meaning = "whether a choice of shapes decides who plays White, or seat 0 does",
           .clause = "K2",
           .words = {"both choose a shape, which decides who is White",
                     "the first player is White, without a choice of shapes"},
           .changes = OptionChange::kStart},
          {.key = "two_step_pieces",
           .default_value = "both",
           .values = {"both", "remaining"},
           .meaning = "the final two-step offers each side the shapes of all its pieces, or only "
                      "of those on the board",
           .clause = "K11",
           .words = {"the final two-step may show either shape of the set",
                     "the final two-step may show only shapes that were not removed"}}};
}

void Kontranto::CompleteOptions(std::map<std::string, std::string>* given) {
  const auto board = given->find("board");
  if (board != given->end() && !given->contains("target") &&
      std::ranges::count(BoardWords(), board->second) == 1) {
    const int cells = (board->second[0] - '0') * (board->second[2] - '0');
    (*given)["target"] = absl::StrCat((cells + 1) / 2);
  }
}

Kontranto::Position Kontranto::Initial() const {
  Position p = {};
  p.winner = kNobody;
  p.white_seat = colour_choice_ ? kNobody : 0;
  p.step = 1;
  Enter(&p, colour_choice_ ? Stage::kColours : Stage::kFirst, kBoth);
  return p;
}

// Begins a stage, with no choices made.
void Kontranto::Enter(Position* p, Stage stage, uint8_t actors) const {
  p->stage = stage;
  p->actors = actors;
  p->to_act = actors;
  p->made = {};
  p->taken = {};
  p->targets = {};
}

int Kontranto::MoveLength(const Position& p, size_t seat) const {
  const Colour colour = ColourOf(p, seat);
  if (p.stage == Stage::kStep) {
    return CountCells(MovingCells(p, colour));
  }
  if (p.stage == Stage::kFirst) {
    return NumPieces(colour);
  }
  if (p.stage != Stage::kChoose) {
    return 1;
  }
  const Cells own = (p.pieces[colour][kCircle] | p.pieces[colour][kTriangle]) & p.due;
  int choices = 0;
  for (size_t i = 0; i < p.num_areas; ++i) {
    choices += CountCells(own & p.areas[i]) > 1 ? 1 : 0;
  }
  return choices;
}

void Kontranto::Step(Position* p, RepetitionHistory* history, Actor actor, Action action) const {
  const auto seat = static_cast<size_t>(actor);
  uint8_t& target = p->targets[seat][p->made[seat]];
  target = static_cast<uint8_t>(TargetOf(action));
  p->taken[seat] |= action >= kFirstCellAction ? CellBit(target) : 0;
  if (++p->made[seat] < MoveLength(*p, seat)) {
    return;
  }
  p->to_act = static_cast<uint8_t>(p->to_act & ~SeatBit(seat));
  if (p->to_act == 0) {
    Resolve(p, history);
  }
}

// Resolves a stage in which all choices have been made.
void Kontranto::Resolve(Position* p, RepetitionHistory* history) const {
  switch (p->stage) {
    case Stage::kStep:
      return ResolveStep(p, history);
    case Stage::kFirst:
      return ResolveFirst(p, history);
    case Stage::kChoose:
      return ResolveChoices(p);
    case Stage::kColours:
      // K2: seat 0 counts as the player who chose first.
      p->white_seat = p->targets[0][0] != p->targets[1][0] ? 0 : 1;
      return Enter(p, Stage::kFirst, kBoth);
    case Stage::kTwoPiece:
      for (size_t seat = 0; seat < kNumSeats; ++seat) {
        p->mini[ColourOf(*p, seat)] = p->targets[seat][0];
      }
      CountStep(p);
      return Enter(p, Stage::kTwoMove, kBoth);
    default:
      return ResolveTwoStep(p);
  }
}

// While the game continues, each side has a piece on an area or beside it, which can stay or move
// in. So each side still has a piece on the board at the end (K6, K7).
uint8_t Kontranto::TwoStepShapes(const Position& p, Colour colour) const {
  const auto has = [&](Shape shape) {
    return removed_are_gone_ ? p.pieces[colour][shape] != 0 : NumPieces(colour, shape) > 0;
  };
  return static_cast<uint8_t>(has(kCircle) << kCircle | has(kTriangle) << kTriangle);
}

// K11: a clash if exactly one has gone; otherwise the side that a clash would have hurt wins.
void Kontranto::ResolveTwoStep(Position* p) const {
  const int favoured = p->mini[kWhite] == p->mini[kBlack] ? kWhite : kBlack;
  const bool clash = p->targets[0][0] != p->targets[1][0];
  Finish(p, End::kTwoStep, clash ? favoured : 1 - favoured);
}

// K10, after all conquests of a step and after the areas have been updated.
void Kontranto::Judge(Position* p) const {
  const int white = CountCells(p->conquered[kWhite]);
  const int black = CountCells(p->conquered[kBlack]);
  const bool reached = white >= target_ || black >= target_;
  if (!reached && p->num_areas > 0) {
    return BeginChoices(p);
  }
  if (white != black) {
    return Finish(p, reached ? End::kEighteen : End::kNoClash, white > black ? kWhite : kBlack);
  }
  p->areas = {};
  p->steps = {};
  p->num_areas = 0;
  p->live = p->due = 0;
  CountStep(p);
  Enter(p, Stage::kTwoPiece, kBoth);
}

// Starts the next step, after the choices of K9 if a side has any.
void Kontranto::BeginChoices(Position* p) const {
  uint8_t choosers = 0;
  for (size_t i = 0; p->due != 0 && i < p->num_areas; ++i) {
    if ((p->areas[i] & p->due) == 0) {
      continue;
    }
    for (size_t seat = 0; seat < kNumSeats; ++seat) {
      const Colour colour = ColourOf(*p, seat);
      const Cells own = (p->pieces[colour][kCircle] | p->pieces[colour][kTriangle]) & p->areas[i];
      if (CountCells(own) > 1) {
        choosers |= SeatBit(seat);
      } else {
        p->chosen[colour] |= own;
      }
    }
  }
  CountStep(p);
  Enter(p, choosers == 0 ? Stage::kStep : Stage::kChoose, choosers == 0 ? kBoth : choosers);
}

void Kontranto::ResolveChoices(Position* p) const {
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    p->chosen[ColourOf(*p, seat)] |= p->taken[seat];
  }
  Enter(p, Stage::kStep, kBoth);
}

void Kontranto::Finish(Position* p, End end, int winning_colour) const {
  Enter(p, Stage::kOver, 0);
  p->areas = {};
  p->steps = {};
  p->num_areas = 0;
  p->live = p->due = 0;
  p->end = end;
  p->winner = static_cast<uint8_t>(winning_colour == kWhite ? p->white_seat : 1 - p->white_seat);
}

std::optional<float> Kontranto::KnownReturn(const View& view) const {
  const Stage stage = view.position.stage;
  const bool even =
      stage == Stage::kColours || stage == Stage::kTwoPiece || stage == Stage::kTwoMove;
  return even ? std::optional(0.0f) : std::nullopt;
}

Outcome Kontranto::Result(const Position& p) const {
  const float first = p.winner == 0 ? 1.0f : -1.0f;
  Outcome outcome = {.returns = {first, -first}, .reason = kReasons[static_cast<size_t>(p.end)]};
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    outcome.margin[seat] = CountCells(p.conquered[ColourOf(p, seat)]);
  }
  return outcome;
}

REGISTER_GAME(Kontranto);

}  // namespace kvintet::envs::kontranto
