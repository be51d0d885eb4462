// Pursuit: the slow and obvious pursuit of docs/small_games.md, with names of cells.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/reference/face_down.h"
#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {
namespace {

// Two kings on a board, and the face-down steps.
class Pursuit : public ReferenceGame {
 public:
  // REQUIRES: two different cells of the board, like `A1`.
  Pursuit(int columns, int rows, const std::string& catcher, const std::string& evader, int steps);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  int columns_;
  int rows_;
  int steps_left_;
  std::array<std::string, 2> cells_;                   // Cells of catcher and evader.
  std::array<std::optional<std::string>, 2> pending_;  // Cells chosen, face down.
  std::vector<Event> history_;
};

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

std::unique_ptr<ReferenceGame> MakePursuit(const Options& options) {
  const std::optional<int> columns = Number(options.at("columns"), 1, 5);
  const std::optional<int> rows = Number(options.at("rows"), 1, 5);
  const std::optional<int> steps = Number(options.at("steps"), 1, 20);
  if (!columns || !rows || !steps) return nullptr;
  const std::string& catcher = options.at("catcher");
  const std::string& evader = options.at("evader");
  for (const std::string& cell : {catcher, evader}) {
    const bool on_board = cell.size() == 2 && cell[0] >= 'A' && cell[0] < 'A' + *columns &&
                          cell[1] >= '1' && cell[1] < '1' + *rows;
    if (!on_board) return nullptr;
  }
  if (catcher == evader) return nullptr;
  return std::make_unique<Pursuit>(*columns, *rows, catcher, evader, *steps);
}

}  // namespace

ReferenceEntry PursuitEntry() {
  return {"pursuit",
          {{"catcher", "A1"}, {"columns", "3"}, {"evader", "C3"}, {"rows", "3"}, {"steps", "4"}},
          MakePursuit};
}

}  // namespace kvintet::reference
