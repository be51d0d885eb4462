// Renju: positions as text, and the check whether play can reach them.
#include <array>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "envs/games/renju/forbidden.h"
#include "envs/games/renju/opening.h"
#include "envs/games/renju/renju.h"
#include "envs/games/renju/rows.h"

namespace kvintet::envs::renju {
namespace {

constexpr std::array<std::string_view, 6> kEndNames = {"",          "five",   "overline",
                                                       "forbidden", "passes", "full"};

// Reads the rows of a position's text, rank 1 first.
absl::Status ParseStones(const std::string& text, Renju::Position* p) {
  const std::vector<std::string> rows = absl::StrSplit(text, '/');
  bool good = rows.size() == kSize;
  for (size_t row = 0; row < rows.size() && good; ++row) {
    good = rows[row].size() == kSize && rows[row].find_first_not_of("XO.") == std::string::npos;
    for (size_t column = 0; column < kSize && good; ++column) {
      const int point = PointAt(static_cast<int>(column), static_cast<int>(row));
      if (rows[row][column] != '.') {
        p->stones[rows[row][column] == 'X' ? kBlack : kWhite].Add(point);
        ++p->num_stones;
      }
    }
  }
  return good ? absl::OkStatus()
              : absl::InvalidArgumentError(
                    absl::StrCat("a board is 15 rows of 15 characters X O . from rank 1, "
                                 "separated by '/', not '",
                                 text, "'"));
}

// Reads `h9+j7`, or the one point of an unfinished offer.
absl::Status ParseOffers(const std::string& text, Renju::Position* p) {
  const std::vector<std::string> names = absl::StrSplit(text, '+');
  p->stage = names.size() == 1 ? Stage::kSecondOffer : Stage::kPick;
  for (size_t i = 0; i < names.size(); ++i) {
    const int point = i < 2 ? ParsePoint(names[i]) : kNoPoint;
    if (point == kNoPoint) {
      return absl::InvalidArgumentError(
          absl::StrCat("offers are one or two points like 'h9+j7', not '", text, "'"));
    }
    p->offers[i] = static_cast<uint8_t>(point);
  }
  return absl::OkStatus();
}

// Reads the second word: what is to be decided, or how the game ended.
absl::Status ParseStage(const std::string& text, Renju::Position* p) {
  const std::vector<std::string> parts = absl::StrSplit(text, absl::MaxSplits(':', 1));
  if (text == "black" || text == "white") {
    p->to_move = text == "black" ? kBlack : kWhite;
    return absl::OkStatus();
  }
  if (text == "colours") {
    p->to_move = kWhite;
    p->stage = Stage::kColours;
    return absl::OkStatus();
  }
  if (parts[0] == "offer") {
    p->stage = Stage::kFirstOffer;
    return parts.size() == 1 ? absl::OkStatus() : ParseOffers(parts[1], p);
  }
  for (size_t i = 1; i < kEndNames.size(); ++i) {
    if (text == kEndNames[i]) {
      p->stage = Stage::kOver;
      p->end = static_cast<End>(i);
      return absl::OkStatus();
    }
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "after the board comes black, white, colours, offer, offer:h9, offer:h9+j7, five, overline, "
      "forbidden, passes or full, not '",
      text, "'"));
}

// Reads the other words: Black's seat, the last action, the symmetry of the order of offers.
absl::Status ParseRest(const std::vector<std::string>& words, Renju::Position* p) {
  const std::string seat = words.size() > 2 ? words[2] : "0";
  const std::string last = words.size() > 3 ? words[3] : "-";
  const std::string order = words.size() > 4 ? words[4] : "0";
  if (words.size() > 5 || (seat != "0" && seat != "1") || order.size() != 1 || order[0] < '0' ||
      order[0] > '7') {
    return absl::InvalidArgumentError(
        "a position is board, stage, Black's seat (0, 1), last move (h9, pass, -) and turn of the "
        "order of offers (0..7)");
  }
  p->black_seat = seat == "1" ? 1 : 0;
  p->order = static_cast<uint8_t>(order[0] - '0');
  p->passed = last == "pass" ? 1 : 0;
  p->last = static_cast<uint8_t>(ParsePoint(last));
  if (last != "-" && p->passed == 0 && p->last == kNoPoint) {
    return absl::InvalidArgumentError(
        absl::StrCat("the last move is a point, pass or -, not '", last, "'"));
  }
  return absl::OkStatus();
}

std::string StageText(const Renju::Position& p) {
  switch (p.stage) {
    case Stage::kTurn:
      return p.to_move == kBlack ? "black" : "white";
    case Stage::kColours:
      return "colours";
    case Stage::kFirstOffer:
      return "offer";
    case Stage::kSecondOffer:
      return absl::StrCat("offer:", PointName(p.offers[0]));
    case Stage::kPick:
      return absl::StrCat("offer:", PointName(p.offers[0]), "+", PointName(p.offers[1]));
    default:
      return std::string(EndName(p.end));
  }
}

// Before all opening stones are placed: checks that stones, stage and seat are consistent.
absl::Status CheckOpening(const Renju::Position& p, bool rif) {
  const int black = p.stones[kBlack].Count();
  const bool black_next = p.num_stones % 2 == 0;
  const bool placing = p.stage == Stage::kTurn && p.num_stones != 4;
  const bool choosing = p.stage == Stage::kColours && p.num_stones == 3;
  const bool offering = p.stage >= Stage::kFirstOffer && p.num_stones == 4;
  if (black != (p.num_stones + 1) / 2 || (p.to_move == kBlack) != black_next || p.passed != 0 ||
      !(placing || (rif && (choosing || offering)))) {
    return absl::InvalidArgumentError(absl::StrCat("in the opening the colours take turns; ",
                                                   p.num_stones, " stones, ", black,
                                                   " of them black, do not fit the stage"));
  }
  if ((p.num_stones < 3 || choosing) && p.black_seat != 0) {
    return absl::InvalidArgumentError("before the colours are chosen Black is seat 0");
  }
  return absl::OkStatus();
}

// R5.1: checks the places of the first stones. Of four stones, the last one, if known, is not the
// second.
absl::Status CheckFirstStones(const Renju::Position& p, bool rif) {
  const Rows black = Load(p.stones[kBlack]);
  Rows white = Load(p.stones[kWhite]);
  if (p.num_stones == 4 && p.last != kNoPoint) {
    Board last = {};
    last.Add(p.last);
    white &= ~Load(last);
  }
  if (p.num_stones > 0 && !p.stones[kBlack].Has(kCentre)) {
    return absl::InvalidArgumentError("the first stone is black, on h8");
  }
  if (rif && p.num_stones > 1 && !Any(white & Load(CentralPoints(1)))) {
    return absl::InvalidArgumentError("the second stone is white, next to h8");
  }
  Board third = CentralPoints(2);
  third.Remove(kCentre);
  if (rif && p.num_stones > 2 && !Any(black & Load(third))) {
    return absl::InvalidArgumentError("the third stone is black, in the central 5 x 5");
  }
  return absl::OkStatus();
}

// Whether ordinary play can reach a position with this side to move, with these numbers of stones
// placed after the opening, whether or not the last action was a pass.
bool CanFollow(const std::array<int, 2>& placed, int to_move, bool passed) {
  if (placed[kBlack] < 0 || placed[kWhite] < 0) {
    return false;
  }
  // White began, and no two passes were consecutive. If the last action was a stone, its side has
  // placed one (no stones at all is the start). If it was a pass, the side to move has placed a
  // stone before it, unless the pass was White's first action.
  if (to_move == kWhite) {
    return passed ? placed[kWhite] > 0 : placed[kBlack] > 0 || placed[kWhite] == 0;
  }
  return passed ? placed[kBlack] > 0 || placed[kWhite] == 0 : placed[kWhite] > 0;
}

// Checks that offers on the board are legal.
absl::Status CheckOffers(const Renju::Position& p) {
  const Board& black = p.stones[kBlack];
  const Board& white = p.stones[kWhite];
  const Board free = Store(AllRows() & ~(Load(black) | Load(white)));
  const bool first =
      p.offers[0] == kNoPoint || FirstOffers(black, white, free, p.order).Has(p.offers[0]);
  const bool second = p.offers[1] == kNoPoint ||
                      SecondOffers(black, white, free, p.order, p.offers[0]).Has(p.offers[1]);
  return first && second
             ? absl::OkStatus()
             : absl::InvalidArgumentError(
                   "the offers are free points, in order of column, then row, and truly "
                   "different");
}

}  // namespace

std::string_view EndName(End end) { return kEndNames[static_cast<size_t>(end)]; }

std::string Renju::PositionText(const Position& p) const {
  std::string text;
  for (int point = 0; point < kPoints; ++point) {
    if (ColumnOf(point) == 0 && point > 0) {
      text.push_back('/');
    }
    text += p.stones[kBlack].Has(point) ? 'X' : p.stones[kWhite].Has(point) ? 'O' : '.';
  }
  const std::string last = p.passed != 0 ? "pass" : p.last == kNoPoint ? "-" : PointName(p.last);
  absl::StrAppend(&text, " ", StageText(p), " ", p.black_seat, " ", last);
  if (p.order != 0) {
    absl::StrAppend(&text, " ", p.order);
  }
  return text;
}

absl::StatusOr<Renju::Position> Renju::ParsePosition(const std::string& text) const {
  const std::vector<std::string> words = absl::StrSplit(text, ' ', absl::SkipEmpty());
  if (words.size() < 2) {
    return absl::InvalidArgumentError(
        "a position is a board of 15 rows and who is to move, black or white");
  }
  Position p = Initial();
  KVINTET_RETURN_IF_ERROR(ParseStones(words[0], &p));
  KVINTET_RETURN_IF_ERROR(ParseStage(words[1], &p));
  KVINTET_RETURN_IF_ERROR(ParseRest(words, &p));
  KVINTET_RETURN_IF_ERROR(CheckReachable(p));
  Complete(&p);
  return p;
}

absl::StatusOr<Renju::Position> Renju::SetUp(const Board& black, const Board& white,
                                             Colour to_move) const {
  if (Any(Load(black) & Load(white))) {
    return absl::InvalidArgumentError("a black and a white stone lie on one point");
  }
  if (HasFiveOrMore(black) || HasFiveOrMore(white)) {
    return absl::InvalidArgumentError("the game is over: there is a row of five or more");
  }
  Position p = Initial();
  p.stones = {black, white};
  p.num_stones = static_cast<uint8_t>(black.Count() + white.Count());
  if (p.num_stones == kPoints) {
    return absl::InvalidArgumentError("the game is over: the board is full");
  }
  p.to_move = to_move;
  p.to_act = ActorSet::Only(to_move == kBlack ? Actor::kSeat0 : Actor::kSeat1).Bits();
  if (forbidden_ != Forbidden::kNone) {
    p.forbidden = ForbiddenSet(black, white);
  }
  return p;
}

// Checks an ended game: the last move must have ended it.
absl::Status Renju::CheckEnd(const Position& p) const {
  const std::string name(EndName(p.end));
  std::array<int, 2> placed = PlacedAfterOpening(p);
  if (p.end == End::kPasses) {
    const bool good = CanFollow(placed, kBlack, true) || CanFollow(placed, kWhite, true);
    const bool open =
        ByClaim() || (!HasFiveOrMore(p.stones[kBlack]) && !HasFiveOrMore(p.stones[kWhite]));
    return p.passed != 0 && good && open
               ? absl::OkStatus()
               : absl::InvalidArgumentError("two passes cannot end in this position");
  }
  if (p.last == kNoPoint || (!p.stones[kBlack].Has(p.last) && !p.stones[kWhite].Has(p.last))) {
    return absl::InvalidArgumentError(absl::StrCat("'", name, "' needs the last stone"));
  }
  const int colour = p.stones[kBlack].Has(p.last) ? kBlack : kWhite;
  std::array<Board, 2> before = p.stones;
  before[static_cast<size_t>(colour)].Remove(p.last);
  --placed[static_cast<size_t>(colour)];
  const bool over = HasFiveOrMore(before[kBlack]) || HasFiveOrMore(before[kWhite]);
  if ((over && !ByClaim()) ||
      (!CanFollow(placed, colour, false) && !CanFollow(placed, colour, true))) {
    return absl::InvalidArgumentError(
        "the game was over before, or its last stone could not be placed");
  }
  if (EndOf(p, colour, before) != p.end) {
    return absl::InvalidArgumentError(
        absl::StrCat("the last stone does not end the game by '", name, "'"));
  }
  return absl::OkStatus();
}

std::array<int, 2> Renju::PlacedAfterOpening(const Position& p) const {
  const int opening_white = OpeningStones() / 2;
  return {p.stones[kBlack].Count() - (OpeningStones() - opening_white),
          p.stones[kWhite].Count() - opening_white};
}

// How the last stone, which has colour `colour`, ended the game. `before` are the stones without
// it.
End Renju::EndOf(const Position& p, int colour, const std::array<Board, 2>& before) const {
  if (ByClaim() && p.num_stones < kPoints) {
    return End::kNone;
  }
  if (colour == kBlack && forbidden_ != Forbidden::kNone &&
      ForbiddenSet(before[kBlack], before[kWhite]).Has(p.last)) {
    return forbidden_ == Forbidden::kMasked ? End::kNone : End::kForbidden;
  }
  const Board& all = p.stones[static_cast<size_t>(colour)];
  // With claims, older unclaimed rows may still be on the board.
  const Board own = ByClaim() ? RowsThrough(all, p.last) : all;
  if (HasFiveOrMore(own)) {
    return HasExactFive(own) ? End::kFive : End::kOverline;
  }
  return p.num_stones == kPoints ? End::kFull : End::kNone;
}

absl::Status Renju::CheckReachable(const Position& p) const {
  KVINTET_RETURN_IF_ERROR(CheckFirstStones(p, rif_));
  const bool opening = p.num_stones < OpeningStones();
  if (!rif_ && p.black_seat != 0) {
    return absl::InvalidArgumentError("without the opening's protocol Black is seat 0");
  }
  if (p.order != 0 && (!rif_ || !opening || p.stage == Stage::kPick)) {
    return absl::InvalidArgumentError(
        "the order of offers must be 0 once the fifth moves are offered");
  }
  if (p.stage == Stage::kOver) {
    return CheckEnd(p);
  }
  const bool won = HasFiveOrMore(p.stones[kBlack]) || HasFiveOrMore(p.stones[kWhite]);
  if ((won && !ByClaim()) || p.num_stones == kPoints) {
    return absl::InvalidArgumentError("the game is over, so that nobody is to move");
  }
  if (p.last != kNoPoint && !p.stones[static_cast<size_t>(p.to_move ^ 1)].Has(p.last)) {
    return absl::InvalidArgumentError("the last stone is one of the side that is not to move");
  }
  if (p.num_stones == 3 && rif_ && p.last == kCentre) {
    return absl::InvalidArgumentError("the last of three stones is not that on h8");
  }
  if (opening) {
    KVINTET_RETURN_IF_ERROR(CheckOpening(p, rif_));
    return CheckOffers(p);
  }
  if (p.stage != Stage::kTurn || !CanFollow(PlacedAfterOpening(p), p.to_move, p.passed != 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("no game without two passes in succession comes to ", p.stones[kBlack].Count(),
                     " black and ", p.stones[kWhite].Count(),
                     " white stones, this side to move and this last act"));
  }
  return absl::OkStatus();
}

// Computes the fields that follow from the others.
void Renju::Complete(Position* p) const {
  const bool by_seat_0 = rif_ && p->num_stones < 3;
  const bool by_white = p->stage == Stage::kPick || p->to_move == kWhite;
  const int seat = p->stage == Stage::kColours ? 1
                   : by_seat_0                 ? 0
                                               : SeatOf(*p, by_white ? kWhite : kBlack);
  p->to_act = ActorSet::Only(seat == 0 ? Actor::kSeat0 : Actor::kSeat1).Bits();
  if (p->stage == Stage::kOver) {
    const int mover = p->last != kNoPoint && p->stones[kBlack].Has(p->last) ? kBlack : kWhite;
    const bool drawn = p->end == End::kPasses || p->end == End::kFull;
    p->winner = static_cast<uint8_t>(
        drawn ? kNobody : SeatOf(*p, p->end == End::kForbidden ? kWhite : mover));
    p->to_act = 0;
  } else if (forbidden_ != Forbidden::kNone) {
    p->forbidden = ForbiddenSet(p->stones[kBlack], p->stones[kWhite]);
  }
}

}  // namespace kvintet::envs::renju
