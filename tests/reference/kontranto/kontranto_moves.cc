// Entry: tries every combination of moves of the pieces.
#include "tests/reference/kontranto/kontranto_moves.h"

#include <algorithm>
#include <sstream>

namespace kvintet::reference::kontranto {
namespace {

using Step = std::vector<Entry>;

// The moves of one piece, without regard to the others.
struct PieceChoices {
  Cell from;
  std::vector<std::optional<Cell>> to;
};

// Every set of `size` of these cells.
std::vector<Cells> Subsets(const Cells& cells, int size) {
  if (size == 0) return {Cells{}};
  std::vector<Cells> subsets;
  for (const Cell first : cells) {
    const Cells after(cells.upper_bound(first), cells.end());
    for (Cells subset : Subsets(after, size - 1)) {
      subset.insert(first);
      subsets.push_back(subset);
    }
  }
  return subsets;
}

// The cells of all pieces of one shape, and their part of the text of a first step.
struct Group {
  Cells cells;
  std::string text;
};

// Every way to place the pieces of `shape` contained in `shapes`.
std::vector<Group> Groups(const Cells& cells, const std::string& shapes, char shape) {
  const auto number = static_cast<int>(std::count(shapes.begin(), shapes.end(), shape));
  std::vector<Group> groups;
  for (const Cells& group : Subsets(cells, number)) {
    Pieces pieces;
    for (const Cell cell : group) pieces[cell] = shape;
    groups.push_back({group, PiecesText(pieces)});
  }
  return groups;
}

bool ShareACell(const Cells& one, const Cells& other) {
  for (const Cell cell : one) {
    if (other.contains(cell)) return true;
  }
  return false;
}

std::vector<std::string> Sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

// K9: the two cells of each extraordinary step.
Cells AffectedCells(const std::vector<Participants>& participants) {
  Cells affected;
  for (const Participants& pair : participants) {
    affected.insert(pair.at(Colour::kWhite));
    affected.insert(pair.at(Colour::kBlack));
  }
  return affected;
}

// K9: a chosen piece keeps its cell or goes to the cell of the opponent's chosen piece, however far
// that is. Nullopt if the piece was not chosen.
std::optional<PieceChoices> ExtraordinaryChoices(const std::vector<Participants>& participants,
                                                 Colour colour, Cell from) {
  for (const Participants& pair : participants) {
    if (pair.at(colour) == from) return PieceChoices{from, {from, pair.at(Other(colour))}};
  }
  return std::nullopt;
}

PieceChoices OrdinaryChoices(const Options& options, const Position& position,
                             const std::vector<Participants>& participants, Cell from) {
  PieceChoices choices{from, {}};
  if (position.conquered.contains(from)) {
    choices.to.push_back(std::nullopt);  // K6: only a piece on a conquered cell can be given up.
  } else {
    choices.to.push_back(from);  // K5: stays.
  }
  const Cells affected = AffectedCells(participants);
  for (const Cell to : Neighbours(options, from)) {
    if (position.conquered.contains(to)) continue;  // K5: available unless conquered.
    if (affected.contains(to)) continue;            // K9: only chosen pieces may enter it.
    choices.to.push_back(to);
  }
  return choices;
}

// Adds to `steps` every way to continue `step` with the pieces from `next` on. K5: no cell may hold
// two pieces of one colour; only the final positions count.
void AddSteps(const std::vector<PieceChoices>& pieces, std::size_t next, const Cells& taken,
              const Step& step, std::vector<Step>* steps) {
  if (next == pieces.size()) {
    steps->push_back(step);
    return;
  }
  for (const std::optional<Cell>& to : pieces[next].to) {
    if (to && taken.contains(*to)) continue;
    Cells now_taken = taken;
    if (to) now_taken.insert(*to);
    Step longer = step;
    longer.push_back({pieces[next].from, to});
    AddSteps(pieces, next + 1, now_taken, longer, steps);
  }
}

int NumGivenUp(const Step& step) {
  int given_up = 0;
  for (const Entry& entry : step) given_up += entry.to ? 0 : 1;
  return given_up;
}

std::string StepText(const Step& step) {
  std::string text;
  for (const Entry& entry : step) {
    if (!text.empty()) text += " ";
    text += CellName(entry.from) + "-" + (entry.to ? CellName(*entry.to) : "x");
  }
  return text;
}

}  // namespace

// K4: all ways to place the pieces on different cells of the side's zones.
std::vector<std::string> PlacementTexts(const Options& options, Colour colour) {
  const std::string& shapes = colour == Colour::kWhite ? options.white : options.black;
  const Cells cells = PlacementCells(options, colour);
  const std::vector<Group> circles = Groups(cells, shapes, 'c');
  const std::vector<Group> triangles = Groups(cells, shapes, 't');
  std::vector<std::string> texts;
  for (const Group& circle_group : circles) {
    for (const Group& triangle_group : triangles) {
      if (ShareACell(circle_group.cells, triangle_group.cells)) continue;
      const bool both = !circle_group.text.empty() && !triangle_group.text.empty();
      texts.push_back(circle_group.text);
      texts.back().append(both ? " " : "").append(triangle_group.text);
    }
  }
  return Sorted(texts);
}

bool HasChoice(const Position& position, const Area& area, Colour colour) {
  return area.due && PiecesIn(position, area, colour).size() >= 2;
}

// K9: one piece for each area in which the player has a choice.
std::vector<std::string> ChoiceTexts(const Position& position, const std::vector<Area>& areas,
                                     Colour colour) {
  std::vector<Cells> choices = {Cells{}};
  for (const Area& area : areas) {
    if (!HasChoice(position, area, colour)) continue;
    std::vector<Cells> longer;
    for (const Cells& choice : choices) {
      for (const Cell piece : PiecesIn(position, area, colour)) {
        longer.push_back(choice);
        longer.back().insert(piece);
      }
    }
    choices = longer;
  }
  std::vector<std::string> texts;
  for (const Cells& choice : choices) {
    std::string text;
    for (const Cell cell : choice) text += (text.empty() ? "!" : " !") + CellName(cell);
    texts.push_back(text);
  }
  return Sorted(texts);
}

Cells ParseChoice(const std::string& text) {
  Cells cells;
  std::istringstream words(text);
  for (std::string word; words >> word;) cells.insert(ParseCell(word.substr(1)));
  return cells;
}

std::vector<std::string> StepTexts(const Options& options, const Position& position,
                                   const std::vector<Area>& areas,
                                   const std::vector<Participants>& participants, Colour colour) {
  std::vector<PieceChoices> pieces;
  Cells taken;
  for (const auto& [from, shape] : position.pieces.at(colour)) {
    const auto extraordinary = ExtraordinaryChoices(participants, colour, from);
    if (IsFrozen(position, areas, from)) {
      taken.insert(from);  // K6: stays to the end; not listed.
    } else if (extraordinary) {
      pieces.push_back(*extraordinary);
    } else {
      pieces.push_back(OrdinaryChoices(options, position, participants, from));
    }
  }
  std::vector<Step> steps;
  AddSteps(pieces, 0, taken, {}, &steps);
  // K6: a move is legal only if it keeps the maximum possible number of the player's pieces on the
  // board.
  int fewest = static_cast<int>(pieces.size());
  for (const Step& step : steps) fewest = std::min(fewest, NumGivenUp(step));
  std::vector<std::string> texts;
  for (const Step& step : steps) {
    if (NumGivenUp(step) == fewest) texts.push_back(StepText(step));
  }
  return Sorted(texts);
}

std::vector<Entry> ParseStep(const std::string& text) {
  std::vector<Entry> step;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::string to = word.substr(3);
    step.push_back({ParseCell(word.substr(0, 2)),
                    to == "x" ? std::nullopt : std::optional<Cell>(ParseCell(to))});
  }
  return step;
}

}  // namespace kvintet::reference::kontranto
