// ConnectFour: the slow and obvious connect_four of docs/small_games.md, with stacks of discs.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_entries.h"

namespace kvintet::reference {
namespace {

constexpr int kNumColumns = 7;
constexpr int kNumRows = 6;

// Steps in columns and rows along a line: right, up, right and up, right and down.
constexpr int kDirections[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

// Seven stacks of discs and the moves made so far.
class ConnectFour : public ReferenceGame {
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
  // `X` or `O`; `.` for an empty cell, and off the board too.
  char Disc(int column, int row) const;
  bool HasFour(char disc) const;
  bool Ended() const;

  std::array<std::string, 7> columns_;  // Discs `X` and `O`, columns a to g, from the bottom up.
  std::vector<std::string> moves_;  // Columns in order of play; seat 0 made the first, third, ...
};

std::unique_ptr<ReferenceGame> ConnectFour::Clone() const {
  return std::make_unique<ConnectFour>(*this);
}

char ConnectFour::Disc(int column, int row) const {
  if (column < 0 || column >= kNumColumns || row < 0) return '.';
  const std::string& discs = columns_[static_cast<std::size_t>(column)];
  return row < static_cast<int>(discs.size()) ? discs[static_cast<std::size_t>(row)] : '.';
}

bool ConnectFour::HasFour(char disc) const {
  for (int column = 0; column < kNumColumns; ++column) {
    for (int row = 0; Disc(column, row) != '.'; ++row) {
      for (const auto& [right, up] : kDirections) {
        int length = 0;
        while (Disc(column + length * right, row + length * up) == disc) ++length;
        if (length >= 4) return true;
      }
    }
  }
  return false;
}

bool ConnectFour::Ended() const {
  return HasFour('X') || HasFour('O') || moves_.size() == kNumColumns * kNumRows;
}

std::vector<int> ConnectFour::Actors() const {
  if (Ended()) return {};
  return {moves_.size() % 2 == 0 ? 0 : 1};
}

std::vector<std::string> ConnectFour::LegalMoves(int /*actor*/) const {
  std::vector<std::string> open;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column].size() < kNumRows) open.push_back(std::string(1, "abcdefg"[column]));
  }
  return open;
}

void ConnectFour::Apply(int actor, const std::string& move) {
  columns_[static_cast<std::size_t>(move[0] - 'a')] += actor == 0 ? 'X' : 'O';
  moves_.push_back(move);
}

std::array<double, 2> ConnectFour::Returns() const {
  if (HasFour('X')) return {1, -1};
  if (HasFour('O')) return {-1, 1};
  return {0, 0};
}

std::string ConnectFour::Reason() const { return HasFour('X') || HasFour('O') ? "line" : "full"; }

std::string ConnectFour::Knowledge(int seat) const {
  std::string text = "columns";
  for (const std::string& discs : columns_) text += " [" + discs + "]";
  const std::vector<int> actors = Actors();
  const bool must_act = !actors.empty() && actors[0] == seat;
  return text + (must_act ? "; must act" : "");
}

std::vector<Event> ConnectFour::History() const {
  std::vector<Event> history;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    history.push_back({i % 2 == 0 ? 0 : 1, moves_[i]});
  }
  return history;
}

std::vector<Event> ConnectFour::Twin(int /*seat*/, std::uint64_t /*seed*/) const {
  return History();
}

std::unique_ptr<ReferenceGame> MakeConnectFour(const Options& /*options*/) {
  return std::make_unique<ConnectFour>();
}

}  // namespace

ReferenceEntry ConnectFourEntry() { return {"connect_four", {}, MakeConnectFour}; }

}  // namespace kvintet::reference
