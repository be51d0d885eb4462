// InARow: the slow and obvious in_a_row, from the clauses of its README alone.
// It searches a board of letters line by line.
#include "examples/in_a_row/in_a_row_reference.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/reference/reference_options.h"

namespace kvintet::reference {
namespace {

// The board as text and the moves made so far.
class InARow : public ReferenceGame {
 public:
  InARow(int size, int line, bool swap);

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
  char At(int column, int row) const;
  bool HasLine(char mark) const;
  bool HasLineFrom(char mark, int column, int row) const;
  bool Ended() const;

  int size_;
  int line_;
  bool swap_;
  std::string board_;               // `X`, `O` or `.`: a1 b1 c1 ... a2 b2 c2 ...
  std::vector<std::string> moves_;  // in order of play; seat 0 made the first, third, ...
};

InARow::InARow(int size, int line, bool swap)
    : size_(size), line_(line), swap_(swap), board_(static_cast<std::size_t>(size * size), '.') {}

std::unique_ptr<ReferenceGame> InARow::Clone() const { return std::make_unique<InARow>(*this); }

char InARow::At(int column, int row) const {
  if (column < 0 || row < 0 || column >= size_ || row >= size_) return '#';
  return board_[static_cast<std::size_t>(size_ * row + column)];
}

// IR3: from every cell in each of the eight directions.
bool InARow::HasLine(char mark) const {
  for (int column = 0; column < size_; ++column) {
    for (int row = 0; row < size_; ++row) {
      if (HasLineFrom(mark, column, row)) return true;
    }
  }
  return false;
}

bool InARow::HasLineFrom(char mark, int column, int row) const {
  for (int right = -1; right <= 1; ++right) {
    for (int up = -1; up <= 1; ++up) {
      int length = 0;
      while (length < line_ && At(column + length * right, row + length * up) == mark) ++length;
      if ((right != 0 || up != 0) && length == line_) return true;
    }
  }
  return false;
}

bool InARow::Ended() const {
  return HasLine('X') || HasLine('O') || board_.find('.') == std::string::npos;
}

std::vector<int> InARow::Actors() const {
  if (Ended()) return {};
  return {moves_.size() % 2 == 0 ? 0 : 1};
}

std::vector<std::string> InARow::LegalMoves(int /*actor*/) const {
  std::vector<std::string> moves;
  for (int column = 0; column < size_; ++column) {
    for (int row = 0; row < size_; ++row) {
      if (At(column, row) == '.') moves.push_back({"abcde"[column], "12345"[row]});
    }
  }
  if (swap_ && moves_.size() == 1) moves.push_back("swap");
  std::sort(moves.begin(), moves.end());
  return moves;
}

void InARow::Apply(int actor, const std::string& move) {
  moves_.push_back(move);
  if (move == "swap") {
    board_[board_.find('X')] = 'O';
    return;
  }
  const int cell = size_ * (move[1] - '1') + (move[0] - 'a');
  board_[static_cast<std::size_t>(cell)] = actor == 0 ? 'X' : 'O';
}

std::array<double, 2> InARow::Returns() const {
  if (HasLine('X')) return {1, -1};
  if (HasLine('O')) return {-1, 1};
  return {0, 0};
}

std::string InARow::Reason() const { return HasLine('X') || HasLine('O') ? "line" : "full"; }

// Both seats see the board and whose turn it is.
std::string InARow::Knowledge(int /*seat*/) const {
  return board_ + (moves_.size() % 2 == 0 ? " X" : " O");
}

std::vector<Event> InARow::History() const {
  std::vector<Event> history;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    history.push_back({i % 2 == 0 ? 0 : 1, moves_[i]});
  }
  return history;
}

// Nothing is secret.
std::vector<Event> InARow::Twin(int /*seat*/, std::uint64_t /*seed*/) const { return History(); }

std::unique_ptr<ReferenceGame> MakeInARow(const Options& options) {
  const std::optional<int> size = Number(options.at("size"), 3, 5);
  const std::optional<int> line = Number(options.at("line"), 3, 5);
  const std::string& swap = options.at("swap");
  if (!size || !line || *line > *size || !OneOf(swap, {"yes", "no"})) return nullptr;
  return std::make_unique<InARow>(*size, *line, swap == "yes");
}

}  // namespace

ReferenceEntry InARowEntry() {
  return {"in_a_row", {{"line", "3"}, {"size", "3"}, {"swap", "yes"}}, MakeInARow};
}

}  // namespace kvintet::reference
