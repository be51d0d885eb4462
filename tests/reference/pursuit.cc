// Pursuit: uses names of cells.
#include "tests/reference/pursuit.h"

#include <algorithm>

#include "tests/reference/face_down.h"

namespace kvintet::reference {

Pursuit::Pursuit(int columns, int rows, const std::string& catcher, const std::string& evader,
                 int steps)
    : columns_(columns), rows_(rows), steps_left_(steps), cells_({catcher, evader}) {}

std::unique_ptr<ReferenceGame> Pursuit::Clone() const { return std::make_unique<Pursuit>(*this); }

std::vector<int> Pursuit::Actors() const {
  std::vector<int> actors;
  for (int seat : {0, 1}) {
    const bool chosen = pending_[static_cast<std::size_t>(seat)].has_value();
    if (steps_left_ > 0 && cells_[0] != cells_[1] && !chosen) actors.push_back(seat);
  }
  return actors;
}

std::vector<std::string> Pursuit::LegalMoves(int actor) const {
  const std::string& here = cells_[static_cast<std::size_t>(actor)];
  std::vector<std::string> moves;
  for (char column = 'A'; column < 'A' + columns_; ++column) {
    for (char row = '1'; row < '1' + rows_; ++row) {
      if (std::abs(column - here[0]) <= 1 && std::abs(row - here[1]) <= 1) {
        moves.push_back({column, row});
      }
    }
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

void Pursuit::Apply(int actor, const std::string& move) {
  history_.push_back({actor, move});
  pending_[static_cast<std::size_t>(actor)] = move;
  if (!pending_[0] || !pending_[1]) return;
  cells_ = {*pending_[0], *pending_[1]};
  pending_ = {};
  --steps_left_;
}

std::array<double, 2> Pursuit::Returns() const {
  if (cells_[0] == cells_[1]) return {1, -1};
  return {-1, 1};
}

std::string Pursuit::Reason() const { return cells_[0] == cells_[1] ? "caught" : "escaped"; }

std::string Pursuit::Knowledge(int seat) const {
  std::string text = cells_[0] + " " + cells_[1] + " left " + std::to_string(steps_left_);
  if (seat == kSpectatorSeat) return text;
  const std::optional<std::string> own = pending_[static_cast<std::size_t>(seat)];
  return text + (own ? " own " + *own : "");
}

std::vector<Event> Pursuit::History() const { return history_; }

// The only secret is a face-down step, and it is always the last event.
std::vector<Event> Pursuit::Twin(int seat, std::uint64_t seed) const {
  const bool hidden = (pending_[0] && seat != 0) || (pending_[1] && seat != 1);
  return FaceDownTwin(*this, hidden, seed);
}

std::unique_ptr<ReferenceGame> MakePursuit(int columns, int rows, const std::string& catcher,
                                           const std::string& evader, int steps) {
  for (const std::string& cell : {catcher, evader}) {
    const bool on_board = cell.size() == 2 && cell[0] >= 'A' && cell[0] < 'A' + columns &&
                          cell[1] >= '1' && cell[1] < '1' + rows;
    if (!on_board) return nullptr;
  }
  if (catcher == evader) return nullptr;
  return std::make_unique<Pursuit>(columns, rows, catcher, evader, steps);
}

}  // namespace kvintet::reference
