// Kontranto: the reasons why a position read from text is impossible.
#include <string>

#include "envs/games/kontranto/kontranto.h"

namespace kvintet::envs::kontranto {
namespace {

Cells Side(const Kontranto::Position& p, size_t colour) {
  return p.pieces[colour][kCircle] | p.pieces[colour][kTriangle];
}

// Checks the cells where pieces met, by the side that has won them. Empty if they are possible.
std::string WhyNotConquered(const Kontranto::Position& p) {
  const auto& [white, black] = p.pieces;
  const Cells met = Side(p, kWhite) & Side(p, kBlack);
  const Cells alike = (white[kCircle] & black[kCircle]) | (white[kTriangle] & black[kTriangle]);
  if ((alike & ~p.conquered[kWhite]) != 0 || (met & ~alike & ~p.conquered[kBlack]) != 0) {
    return "where pieces of both sides stand, the winner has conquered the cell";
  }
  for (const size_t colour : {kWhite, kBlack}) {
    if ((Side(p, colour) & ~met & p.conquered[1 - colour]) != 0) {
      return "a piece alone on a conquered cell has conquered it";
    }
  }
  return "";
}

}  // namespace

std::string Kontranto::WhyImpossible(const Position& p) const {
  const Cells conquered = p.conquered[kWhite] | p.conquered[kBlack];
  const bool first_step = p.stage == Stage::kColours || p.stage == Stage::kFirst;
  if ((p.white_seat == kNobody) != (p.stage == Stage::kColours) ||
      (!colour_choice_ && p.stage == Stage::kColours) || (!colour_choice_ && p.white_seat == 1)) {
    return "that seat does not play White then";
  }
  if (first_step && (conquered | Side(p, kWhite) | Side(p, kBlack)) != 0) {
    return "before the first step the board is empty";
  }
  if (!first_step && (p.zones_changed | p.triangles_first) != 0) {
    return "the zones and the order of shapes matter only in the first step";
  }
  if ((p.conquered[kWhite] & p.conquered[kBlack]) != 0) {
    return "a cell can be conquered only once";
  }
  if (std::string why = WhyNotPlaced(p); !why.empty()) {
    return why;
  }
  if (std::string why = WhyNotConquered(p); !why.empty()) {
    return why;
  }
  return first_step ? "" : WhyOver(p);
}

// Checks whether the sides can have these pieces left.
std::string Kontranto::WhyNotPlaced(const Position& p) const {
  const bool none_lost = (p.conquered[kWhite] | p.conquered[kBlack]) == 0 &&
                         p.stage != Stage::kColours && p.stage != Stage::kFirst;
  for (const Colour colour : {kWhite, kBlack}) {
    for (const Shape shape : {kCircle, kTriangle}) {
      const int there = CountCells(p.pieces[colour][shape]);
      const int all = NumPieces(colour, shape);
      if (there > all || (there < all && none_lost)) {
        return "the side does not have that many pieces of that shape";
      }
    }
    if ((p.pieces[colour][kCircle] & p.pieces[colour][kTriangle]) != 0) {
      return "a cell holds at most one piece of each side";
    }
  }
  return "";
}

// Checks whether the score and the areas lead to this stage.
std::string Kontranto::WhyOver(const Position& p) const {
  const Cells conquered = p.conquered[kWhite] | p.conquered[kBlack];
  const int white = CountCells(p.conquered[kWhite]);
  const int black = CountCells(p.conquered[kBlack]);
  const bool reached = white >= target_ || black >= target_;
  if (p.stage == Stage::kTwoPiece || p.stage == Stage::kTwoMove) {
    Position other = p;
    AddAreas(&other, grid_.All() & ~conquered);
    if (white != black || (!reached && other.num_areas > 0)) {
      return "a final two-step decides a level game that is over";
    }
    return WhyNotOffered(p);
  }
  if (reached || p.num_areas == 0) {
    return "the game is over";
  }
  for (size_t i = 0; i < p.num_areas; ++i) {
    const Cells around = grid_.Spread(p.areas[i]) & conquered & (Side(p, kWhite) | Side(p, kBlack));
    const bool due = (p.areas[i] & p.due) != 0;
    if (due && ((Side(p, kWhite) & p.areas[i]) == 0 || (Side(p, kBlack) & p.areas[i]) == 0 ||
                around != 0)) {
      return "an extraordinary step is due where both sides stand and nobody has to leave a cell "
             "beside";
    }
    if (CountCells(p.chosen[kWhite] & p.areas[i]) > 1 ||
        CountCells(p.chosen[kBlack] & p.areas[i]) > 1) {
      return "of each side one piece takes part in an extraordinary step";
    }
  }
  return "";
}

// Checks whether the sides have the pieces that they place, or have placed, in the final two-step.
std::string Kontranto::WhyNotOffered(const Position& p) const {
  for (const Colour colour : {kWhite, kBlack}) {
    const uint8_t shapes = TwoStepShapes(p, colour);
    if (shapes == 0) {
      return "under two_step_pieces=remaining each side has a piece for the final two-step";
    }
    if (p.stage == Stage::kTwoMove && (shapes >> p.mini[colour] & 1) == 0) {
      return "a side has no piece of the shape that it shows in the final two-step";
    }
  }
  return "";
}

}  // namespace kvintet::envs::kontranto
