// TicTacToe: the slow and obvious tic_tac_toe of docs/small_games.md, with a board of nine letters.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_entries.h"

namespace kvintet::reference {
namespace {

// Rows, columns and diagonals, as places in `board_`.
constexpr std::size_t kLines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                      {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

std::string CellName(std::size_t column, std::size_t row) { return {"abc"[column], "123"[row]}; }

// The board and the moves made so far.
class TicTacToe : public ReferenceGame {
 public:
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
  bool HasLine(char mark) const;
  bool Ended() const;

  std::string board_ = ".........";  // `X`, `O` or `.` of each cell: a1 b1 c1 a2 b2 ... c3.
  std::vector<std::string> moves_;   // Cells in order of play; seat 0 made the first, third, ...
};

std::unique_ptr<ReferenceGame> TicTacToe::Clone() const {
  return std::make_unique<TicTacToe>(*this);
}

bool TicTacToe::HasLine(char mark) const {
  for (const auto& line : kLines) {
    if (board_[line[0]] == mark && board_[line[1]] == mark && board_[line[2]] == mark) return true;
  }
  return false;
}

bool TicTacToe::Ended() const { return HasLine('X') || HasLine('O') || moves_.size() == 9; }

std::vector<int> TicTacToe::Actors() const {
  if (Ended()) return {};
  return {moves_.size() % 2 == 0 ? 0 : 1};
}

std::vector<std::string> TicTacToe::LegalMoves(int /*actor*/) const {
  std::vector<std::string> free;
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      if (board_[3 * row + column] == '.') free.push_back(CellName(column, row));
    }
  }
  return free;
}

void TicTacToe::Apply(int actor, const std::string& move) {
  const int column = move[0] - 'a';
  const int row = move[1] - '1';
  board_[static_cast<std::size_t>(3 * row + column)] = actor == 0 ? 'X' : 'O';
  moves_.push_back(move);
}

std::array<double, 2> TicTacToe::Returns() const {
  if (HasLine('X')) return {1, -1};
  if (HasLine('O')) return {-1, 1};
  return {0, 0};
}

std::string TicTacToe::Reason() const { return HasLine('X') || HasLine('O') ? "line" : "full"; }

std::string TicTacToe::Knowledge(int seat) const {
  const std::vector<int> actors = Actors();
  const bool must_act = !actors.empty() && actors[0] == seat;
  return "board " + board_ + (must_act ? "; must act" : "");
}

std::vector<Event> TicTacToe::History() const {
  std::vector<Event> history;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    history.push_back({i % 2 == 0 ? 0 : 1, moves_[i]});
  }
  return history;
}

std::vector<Event> TicTacToe::Twin(int /*seat*/, std::uint64_t /*seed*/) const { return History(); }

std::unique_ptr<ReferenceGame> MakeTicTacToe(const Options& /*options*/) {
  return std::make_unique<TicTacToe>();
}

}  // namespace

ReferenceEntry TicTacToeEntry() { return {"tic_tac_toe", {}, MakeTicTacToe}; }

}  // namespace kvintet::reference
