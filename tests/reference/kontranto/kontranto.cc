// Kontranto: collects hidden moves, and reveals them when all have been made.
#include "tests/reference/kontranto/kontranto.h"

#include <set>
#include <utility>

#include "tests/reference/face_down.h"

namespace kvintet::reference {

using kontranto::Area;
using kontranto::Cell;
using kontranto::Cells;
using kontranto::Colour;
using kontranto::Entry;
using kontranto::Participants;
using kontranto::Pieces;
using kontranto::Position;

namespace {

// K6: the side that a clash of these shapes favours: White for equal shapes, Black for different
// ones.
Colour Favoured(char white_shape, char black_shape) {
  return white_shape == black_shape ? Colour::kWhite : Colour::kBlack;
}

// The target of the piece on `from`. REQUIRES: it is in `step` and is not given up.
Cell Destination(const std::vector<Entry>& step, Cell from) {
  for (const Entry& entry : step) {
    if (entry.from == from && entry.to) return *entry.to;
  }
  kontranto::Require(false, "a chosen piece keeps its cell or moves");
  return from;
}

}  // namespace

// K15: without the colour choice seat 0 is White.
Kontranto::Kontranto(const kontranto::Options& options)
    : options_(options), stage_(options.colour_choice ? Stage::kColours : Stage::kPlacement) {}

Kontranto::Kontranto(const kontranto::Options& options, const Position& position)
    : options_(options), stage_(Stage::kStep), position_(position) {
  FinishStep();
}

std::unique_ptr<ReferenceGame> Kontranto::Clone() const {
  return std::make_unique<Kontranto>(*this);
}

std::string Kontranto::StageName(Stage stage) {
  switch (stage) {
    case Stage::kColours:
      return "colours";
    case Stage::kPlacement:
      return "placement";
    case Stage::kChoice:
      return "choice";
    case Stage::kStep:
      return "step";
    case Stage::kFinalPiece:
      return "final piece";
    case Stage::kFinalMove:
      return "final move";
    case Stage::kOver:
      return "over";
  }
  return "";
}

Colour Kontranto::ColourOf(int seat) const {
  return seat == white_seat_ ? Colour::kWhite : Colour::kBlack;
}

std::string Kontranto::PendingOf(Colour colour) const {
  const int seat = colour == Colour::kWhite ? white_seat_ : 1 - white_seat_;
  return pending_[static_cast<std::size_t>(seat)].value_or("");
}

// Whether the present stage asks `seat` for a move. K9: in the choice stage, a player without a
// choice in any area that is due does not act; in other stages both always commit (K3).
bool Kontranto::HasToAct(int seat) const {
  if (stage_ == Stage::kOver) return false;
  if (stage_ != Stage::kChoice) return true;
  for (const Area& area : areas_) {
    if (HasChoice(position_, area, ColourOf(seat))) return true;
  }
  return false;
}

std::vector<int> Kontranto::Actors() const {
  std::vector<int> actors;
  for (const int seat : {0, 1}) {
    if (HasToAct(seat) && !pending_[static_cast<std::size_t>(seat)]) actors.push_back(seat);
  }
  return actors;
}

// K11: the shapes of the side's set; under `two_step_pieces=remaining`, those of its pieces that
// were not removed.
std::vector<std::string> Kontranto::FinalShapes(Colour colour) const {
  std::set<char> shapes;
  if (options_.two_step_remaining) {
    for (const auto& [cell, shape] : position_.pieces.at(colour)) shapes.insert(shape);
    kontranto::Require(!shapes.empty(), "a side never loses all its pieces");
  } else {
    const std::string& set = colour == Colour::kWhite ? options_.white : options_.black;
    shapes.insert(set.begin(), set.end());
  }
  std::vector<std::string> names;
  for (const char shape : shapes) names.emplace_back(shape == 'c' ? "circle" : "triangle");
  return names;
}

std::vector<std::string> Kontranto::LegalMoves(int actor) const {
  const Colour colour = ColourOf(actor);
  switch (stage_) {
    case Stage::kColours:
      return {"circle", "triangle"};  // K2
    case Stage::kFinalPiece:
      return FinalShapes(colour);
    case Stage::kPlacement:
      return PlacementTexts(options_, colour);
    case Stage::kChoice:
      return ChoiceTexts(position_, areas_, colour);
    case Stage::kStep:
      return StepTexts(options_, position_, areas_, participants_, colour);
    case Stage::kFinalMove:
      return {"go", "stay"};  // K11
    case Stage::kOver:
      break;
  }
  return {};
}

// K3: moves are revealed together, when all who act have committed.
void Kontranto::Apply(int actor, const std::string& move) {
  history_.push_back({actor, move});
  pending_[static_cast<std::size_t>(actor)] = move;
  if (!Actors().empty()) return;
  Reveal();
  pending_ = {};
}

void Kontranto::Reveal() {
  switch (stage_) {
    case Stage::kColours:
      return RevealColours();
    case Stage::kPlacement:
      return RevealPlacement();
    case Stage::kChoice:
      return RevealChoice();
    case Stage::kStep:
      return RevealStep();
    case Stage::kFinalPiece:
      for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
        final_shapes_[colour] = PendingOf(colour) == "circle" ? 'c' : 't';
      }
      stage_ = Stage::kFinalMove;
      ++step_;
      return;
    case Stage::kFinalMove:
      return RevealFinalMove();
    case Stage::kOver:
      return;
  }
}

// K2: if the shapes differ, the player who chose first plays White; that is seat 0.
void Kontranto::RevealColours() {
  white_seat_ = pending_[0] != pending_[1] ? 0 : 1;
  stage_ = Stage::kPlacement;
}

// K4.
void Kontranto::RevealPlacement() {
  for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
    position_.pieces[colour] = kontranto::ParsePieces(PendingOf(colour));
  }
  ConquerClashes();
  FinishStep();
}

// K9: the chosen pieces join those that take part without a choice.
void Kontranto::RevealChoice() {
  auto participants = participants_.begin();
  for (const Area& area : areas_) {
    if (!area.due) continue;
    for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
      for (const Cell cell : kontranto::ParseChoice(PendingOf(colour))) {
        if (area.cells.contains(cell)) (*participants)[colour] = cell;
      }
    }
    ++participants;
  }
  stage_ = Stage::kStep;
}

// K5, K6, K9.
void Kontranto::RevealStep() {
  std::map<Colour, std::vector<Entry>> steps;
  for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
    steps[colour] = kontranto::ParseStep(PendingOf(colour));
    MovePieces(colour, steps[colour]);
  }
  ConquerClashes();
  for (const Participants& from : participants_) {
    Participants to;
    for (const auto& [colour, cell] : from) to[colour] = Destination(steps[colour], cell);
    ConquerByEscape(from, to);
  }
  FinishStep();
}

// K5: only the final positions count. K6: a piece that is given up is removed; pieces that are not
// listed are frozen.
void Kontranto::MovePieces(Colour colour, const std::vector<Entry>& step) {
  const Pieces before = position_.pieces[colour];
  Pieces after = before;
  for (const Entry& entry : step) after.erase(entry.from);
  for (const Entry& entry : step) {
    if (!entry.to) continue;
    const bool is_free = after.emplace(*entry.to, before.at(entry.from)).second;
    kontranto::Require(is_free, "no cell holds two pieces of one colour");
  }
  position_.pieces[colour] = after;
}

// K6: two pieces of opposite colours on one cell clash; the winner conquers the cell at once.
// Several clashes in one step all count.
void Kontranto::ConquerClashes() {
  for (const auto& [cell, white_shape] : position_.pieces[Colour::kWhite]) {
    const Pieces& black = position_.pieces[Colour::kBlack];
    if (!black.contains(cell)) continue;
    const bool is_new =
        position_.conquered.emplace(cell, Favoured(white_shape, black.at(cell))).second;
    kontranto::Require(is_new, "nothing enters a conquered cell");
  }
}

// K9: if both stayed or both moved there is no clash, and the side that the clash would not have
// favoured conquers the cell on which its piece now stands.
void Kontranto::ConquerByEscape(const Participants& from, const Participants& to) {
  const bool white_moved = from.at(Colour::kWhite) != to.at(Colour::kWhite);
  const bool black_moved = from.at(Colour::kBlack) != to.at(Colour::kBlack);
  if (white_moved != black_moved) return;  // Exactly one moved: a clash, counted with the others.
  const char white_shape = position_.pieces[Colour::kWhite].at(to.at(Colour::kWhite));
  const char black_shape = position_.pieces[Colour::kBlack].at(to.at(Colour::kBlack));
  const Colour escaped = Other(Favoured(white_shape, black_shape));
  position_.conquered.emplace(to.at(escaped), escaped);
}

// K10: tested after every step, when all its conquests have been counted and before anybody has
// left a newly conquered cell; (a) first, then (c).
void Kontranto::FinishStep() {
  areas_ = AreasAfterStep(options_, position_, areas_);
  participants_.clear();
  const bool target_reached = Score(position_, Colour::kWhite) >= options_.target ||
                              Score(position_, Colour::kBlack) >= options_.target;
  if (target_reached) return EndByCells("eighteen");
  if (areas_.empty()) return EndByCells("no_clash");
  PrepareStep();
}

// K10: the side with more conquered cells wins. K11, K15: a tie leads to the final two-step.
void Kontranto::EndByCells(const std::string& reason) {
  const int white = Score(position_, Colour::kWhite);
  const int black = Score(position_, Colour::kBlack);
  stage_ = white == black ? Stage::kFinalPiece : Stage::kOver;
  if (white == black) {
    ++step_;
    return;
  }
  winner_ = white > black ? Colour::kWhite : Colour::kBlack;
  reason_ = reason;
}

// K9: a player with one piece in an area that is due has no choice there. The choice belongs to the
// step that follows it.
void Kontranto::PrepareStep() {
  ++step_;
  for (const Area& area : areas_) {
    if (!area.due) continue;
    Participants forced;
    for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
      const Cells pieces = PiecesIn(position_, area, colour);
      kontranto::Require(!pieces.empty(), "both sides have a piece in an area that is due");
      if (pieces.size() == 1) forced[colour] = *pieces.begin();
    }
    participants_.push_back(forced);
  }
  stage_ = Stage::kChoice;
  if (!HasToAct(0) && !HasToAct(1)) stage_ = Stage::kStep;
}

// K11: if exactly one side moves there is a clash, and the side that it favours wins. Otherwise the
// side that escaped the unfavourable clash wins.
void Kontranto::RevealFinalMove() {
  const bool clash = pending_[0] != pending_[1];
  const Colour favoured =
      Favoured(final_shapes_.at(Colour::kWhite), final_shapes_.at(Colour::kBlack));
  winner_ = clash ? favoured : Other(favoured);
  reason_ = "two_step";
  stage_ = Stage::kOver;
}

// K12.
std::array<double, 2> Kontranto::Returns() const {
  if (ColourOf(0) == winner_) return {1, -1};
  return {-1, 1};
}

// K12: the conquered cells, without the bonus `(+1)`.
std::array<int, 2> Kontranto::Margin() const {
  return {Score(position_, ColourOf(0)), Score(position_, ColourOf(1))};
}

std::string Kontranto::Reason() const { return reason_; }

// Conquered cells and pieces, such as `white A3 B3, c B4 t A2; black C5, c E2 t A4`.
std::string Kontranto::PositionText() const {
  std::string text;
  for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
    Cells conquered;
    for (const auto& [cell, owner] : position_.conquered) {
      if (owner == colour) conquered.insert(cell);
    }
    if (!text.empty()) text += "; ";
    text += ColourName(colour) + " " + CellNames(conquered) + ", ";
    text += PiecesText(position_.pieces.at(colour));
  }
  return text;
}

// Every area with its counter and whether it is due; then the pieces that take part in
// extraordinary steps. Earlier situations are knowledge of the game's history, not of the present
// position.
std::string Kontranto::AreasText() const {
  std::string text;
  for (const Area& area : areas_) {
    text.append("; area ").append(CellNames(area.cells));
    text.append(" steps ").append(std::to_string(area.steps));
    if (area.due) text += " due";
  }
  for (const Participants& participants : participants_) {
    text += "; taking part";
    for (const auto& [colour, cell] : participants) text.append(" ").append(CellName(cell));
  }
  return text;
}

// For example `placement; seat 0 is white; step 1; white , ; black , ; must act`. The other seat's
// pending move is not visible (K3).
std::string Kontranto::Knowledge(int seat) const {
  std::string text = StageName(stage_);
  if (stage_ != Stage::kColours)
    text += white_seat_ == 0 ? "; seat 0 is white" : "; seat 1 is white";
  text.append("; step ").append(std::to_string(step_));
  text.append("; ").append(PositionText());
  if (stage_ == Stage::kChoice || stage_ == Stage::kStep) text += AreasText();
  for (const auto& [colour, shape] : final_shapes_) {
    text.append("; ").append(ColourName(colour)).append(" has chosen ").append(1, shape);
  }
  if (winner_) return text + "; " + ColourName(*winner_) + " has won by " + reason_;
  if (seat == kSpectatorSeat || !HasToAct(seat)) return text;
  const std::optional<std::string>& own = pending_[static_cast<std::size_t>(seat)];
  return text + (own ? "; own " + *own : "; must act");
}

std::vector<Event> Kontranto::History() const { return history_; }

// The only secret is a face-down move, and it is always the last event.
std::vector<Event> Kontranto::Twin(int seat, std::uint64_t seed) const {
  const bool hidden = (pending_[0] && seat != 0) || (pending_[1] && seat != 1);
  return FaceDownTwin(*this, hidden, seed);
}

}  // namespace kvintet::reference
