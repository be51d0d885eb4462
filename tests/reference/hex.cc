// Hex: the slow and obvious hex of envs/games/hex/README.md. Sets of cells are joined until nothing
// more is added.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {
namespace {

// Column and row, from 1.
using Cell = std::pair<int, int>;

// X1: two cells touch if their centres are one cell apart, on a board whose rows are each half a
// cell to the right of the row below.
bool Touch(const Cell& a, const Cell& b) {
  const double right = (a.first - b.first) + 0.5 * (a.second - b.second);
  const double up = 0.75 * (a.second - b.second) * (a.second - b.second);
  return std::abs(right * right + up - 1) < 0.01;
}

// The stones that a chain of touching stones joins to those of `start`.
std::set<Cell> Joined(std::set<Cell> start, const std::set<Cell>& stones) {
  for (bool grew = true; grew;) {
    grew = false;
    for (const Cell& stone : stones) {
      const bool touches = std::any_of(start.begin(), start.end(),
                                       [&](const Cell& other) { return Touch(stone, other); });
      grew |= touches && start.insert(stone).second;
    }
  }
  return start;
}

std::string NameOf(const Cell& cell) {
  return std::string(1, "abcdefghijklmnopqrs"[cell.first - 1]) + std::to_string(cell.second);
}

// The stones of each colour, and the moves made so far.
class Hex : public ReferenceGame {
 public:
  Hex(int size, bool swap) : size_(size), swap_(swap) {}

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::string Reason() const override { return "connection"; }
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override { return history_; }
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  bool RedConnects() const;
  bool BlueConnects() const;
  bool Swapped() const;

  int size_;
  bool swap_;
  std::set<Cell> red_;
  std::set<Cell> blue_;
  std::vector<Event> history_;
};

std::unique_ptr<ReferenceGame> Hex::Clone() const { return std::make_unique<Hex>(*this); }

bool Hex::RedConnects() const {
  std::set<Cell> start;
  for (const Cell& stone : red_) {
    if (stone.second == 1) start.insert(stone);
  }
  const std::set<Cell> joined = Joined(start, red_);
  return std::any_of(joined.begin(), joined.end(),
                     [this](const Cell& stone) { return stone.second == size_; });
}

bool Hex::BlueConnects() const {
  std::set<Cell> start;
  for (const Cell& stone : blue_) {
    if (stone.first == 1) start.insert(stone);
  }
  const std::set<Cell> joined = Joined(start, blue_);
  return std::any_of(joined.begin(), joined.end(),
                     [this](const Cell& stone) { return stone.first == size_; });
}

bool Hex::Swapped() const { return history_.size() > 1 && history_[1].move == "swap"; }

std::vector<int> Hex::Actors() const {
  if (RedConnects() || BlueConnects()) return {};
  return {static_cast<int>(history_.size() % 2)};
}

std::vector<std::string> Hex::LegalMoves(int /*actor*/) const {
  std::vector<std::string> moves;
  for (int column = 1; column <= size_; ++column) {
    for (int row = 1; row <= size_; ++row) {
      const Cell cell = {column, row};
      if (!red_.contains(cell) && !blue_.contains(cell)) moves.push_back(NameOf(cell));
    }
  }
  if (swap_ && history_.size() == 1) moves.push_back("swap");
  std::sort(moves.begin(), moves.end());
  return moves;
}

void Hex::Apply(int actor, const std::string& move) {
  history_.push_back({actor, move});
  if (move == "swap") return;
  const Cell cell = {move[0] - 'a' + 1, std::stoi(move.substr(1))};
  const bool is_red = (actor == 0) != Swapped();
  (is_red ? red_ : blue_).insert(cell);
}

std::array<double, 2> Hex::Returns() const {
  const bool first_wins = RedConnects() != Swapped();
  return first_wins ? std::array<double, 2>{1, -1} : std::array<double, 2>{-1, 1};
}

// Both seats see the board, the colours and whose turn it is.
std::string Hex::Knowledge(int /*seat*/) const {
  std::string text = Swapped() ? "swapped, " : "";
  for (const Cell& cell : red_) text += " R " + NameOf(cell);
  for (const Cell& cell : blue_) text += " B " + NameOf(cell);
  return text + (history_.size() % 2 == 0 ? ", seat 0" : ", seat 1");
}

// Nothing is secret.
std::vector<Event> Hex::Twin(int /*seat*/, std::uint64_t /*seed*/) const { return history_; }

std::unique_ptr<ReferenceGame> MakeHex(const Options& options) {
  const std::optional<int> size = Number(options.at("size"), 2, 19);
  const std::string& swap = options.at("swap");
  if (!size || !OneOf(swap, {"yes", "no"})) return nullptr;
  return std::make_unique<Hex>(*size, swap == "yes");
}

}  // namespace

ReferenceEntry HexEntry() { return {"hex", {{"size", "11"}, {"swap", "yes"}}, MakeHex}; }

}  // namespace kvintet::reference
