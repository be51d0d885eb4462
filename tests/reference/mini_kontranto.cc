// MiniKontranto: the slow and obvious mini_kontranto of docs/small_games.md, with names of cells
// and texts of moves.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/face_down.h"
#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {
namespace {

const std::set<std::string> kStarts = {"2x2_c0_c3",     "2x3_c0_c2",     "3x3_c4_c0",
                                       "2x3_c0t1_c4",   "2x3_c0c3_c2t5", "2x3_c2c4_c1c5",
                                       "3x3_c8t0_c4t2", "3x3_c1t4_c6t2", "2x3_c0t3_c2t5"};

std::string SideText(const std::map<std::string, char>& pieces) {
  std::string text;
  for (const auto& [cell, shape] : pieces) text.append(" ").append(1, shape).append(cell);
  return text;
}

std::string SetText(const std::set<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells) text.append(" ").append(cell);
  return text;
}

// The board, which both players see, and the face-down moves.
class MiniKontranto : public ReferenceGame {
 public:
  // `start` as in MK1. REQUIRES: it is well formed.
  MiniKontranto(const std::string& start, int steps);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::array<int, 2> Margin() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  // The cells that a piece on `cell` may go to.
  std::vector<std::string> Targets(const std::string& cell) const;
  bool Conquered(const std::string& cell) const;
  void MovePieces(int side, const std::string& move);
  void ConquerClashes();
  void TakeOffWhoCannotLeave();
  bool Over() const;

  int rows_;
  int columns_;
  int steps_left_;
  std::array<std::map<std::string, char>, 2> pieces_;  // Shape by cell; White's, Black's.
  std::array<std::set<std::string>, 2> conquered_;
  std::array<std::optional<std::string>, 2> pending_;  // Face-down moves.
  std::vector<Event> history_;
};

// `2x3_c0t1_c4`: a letter after each underscore and two characters for each piece.
MiniKontranto::MiniKontranto(const std::string& start, int steps)
    : rows_(start[0] - '0'), columns_(start[2] - '0'), steps_left_(steps) {
  int side = -1;
  for (std::size_t i = 3; i < start.size(); ++i) {
    if (start[i] == '_') {
      ++side;
      continue;
    }
    const char shape = start[i];
    const int number = start[++i] - '0';
    const std::string cell = {static_cast<char>('A' + number % columns_),
                              static_cast<char>('1' + number / columns_)};
    pieces_[static_cast<std::size_t>(side)][cell] = shape;
  }
}

std::unique_ptr<ReferenceGame> MiniKontranto::Clone() const {
  return std::make_unique<MiniKontranto>(*this);
}

bool MiniKontranto::Conquered(const std::string& cell) const {
  return conquered_[0].contains(cell) || conquered_[1].contains(cell);
}

// MK2, for one piece.
std::vector<std::string> MiniKontranto::Targets(const std::string& cell) const {
  std::vector<std::string> targets;
  for (char column = 'A'; column < 'A' + columns_; ++column) {
    for (char row = '1'; row < '1' + rows_; ++row) {
      const std::string target = {column, row};
      const bool near = std::abs(column - cell[0]) <= 1 && std::abs(row - cell[1]) <= 1;
      if (near && !Conquered(target)) targets.push_back(target);
    }
  }
  return targets;
}

std::vector<std::string> MiniKontranto::LegalMoves(int actor) const {
  // Prefixes of moves, with the cells they have taken.
  std::vector<std::pair<std::string, std::set<std::string>>> moves = {{"", {}}};
  const auto& own = pieces_[static_cast<std::size_t>(actor)];
  if (own.empty()) return {};
  for (const auto& [cell, shape] : own) {
    std::vector<std::pair<std::string, std::set<std::string>>> longer;
    for (const auto& [text, taken] : moves) {
      for (const std::string& target : Targets(cell)) {
        if (taken.contains(target)) continue;
        std::set<std::string> all = taken;
        all.insert(target);
        std::string whole = text;
        if (!text.empty()) whole.push_back(' ');
        whole.append(cell).append("-").append(target);
        longer.emplace_back(whole, all);
      }
    }
    moves = longer;
  }
  std::vector<std::string> texts;
  for (const auto& [text, taken] : moves) texts.push_back(text);
  std::sort(texts.begin(), texts.end());
  return texts;
}

bool MiniKontranto::Over() const {
  return steps_left_ == 0 || LegalMoves(0).empty() || LegalMoves(1).empty();
}

std::vector<int> MiniKontranto::Actors() const {
  if (Over()) return {};
  std::vector<int> actors;
  if (!pending_[0]) actors.push_back(0);
  if (!pending_[1]) actors.push_back(1);
  return actors;
}

void MiniKontranto::Apply(int actor, const std::string& move) {
  history_.push_back({actor, move});
  pending_[static_cast<std::size_t>(actor)] = move;
  if (!pending_[0] || !pending_[1]) return;
  MovePieces(0, *pending_[0]);
  MovePieces(1, *pending_[1]);
  pending_ = {};
  ConquerClashes();
  --steps_left_;
  if (steps_left_ > 0) TakeOffWhoCannotLeave();
}

void MiniKontranto::MovePieces(int side, const std::string& move) {
  auto& pieces = pieces_[static_cast<std::size_t>(side)];
  std::map<std::string, char> moved;
  std::istringstream entries(move);
  for (std::string entry; entries >> entry;) moved[entry.substr(3)] = pieces.at(entry.substr(0, 2));
  pieces = moved;
}

// MK3. Pieces that clashed before have left, so a clash is always on a cell that was free.
void MiniKontranto::ConquerClashes() {
  for (const auto& [cell, shape] : pieces_[0]) {
    const auto other = pieces_[1].find(cell);
    if (other == pieces_[1].end()) continue;
    conquered_[other->second == shape ? 0 : 1].insert(cell);
  }
}

void MiniKontranto::TakeOffWhoCannotLeave() {
  for (auto& pieces : pieces_) {
    const std::map<std::string, char> before = pieces;
    for (const auto& [cell, shape] : before) {
      if (Targets(cell).empty()) pieces.erase(cell);
    }
  }
}

std::array<int, 2> MiniKontranto::Margin() const {
  return {static_cast<int>(conquered_[0].size()), static_cast<int>(conquered_[1].size())};
}

std::array<double, 2> MiniKontranto::Returns() const {
  const double share = static_cast<double>(Margin()[0] - Margin()[1]) / (rows_ * columns_);
  return {share, -share};
}

std::string MiniKontranto::Reason() const { return steps_left_ == 0 ? "steps" : "no_move"; }

std::string MiniKontranto::Knowledge(int seat) const {
  std::string text = "W";
  text.append(SideText(pieces_[0])).append(" B").append(SideText(pieces_[1]));
  text.append(" conquered").append(SetText(conquered_[0]));
  text.append(" /").append(SetText(conquered_[1]));
  text.append(" left ").append(std::to_string(steps_left_));
  if (seat == kSpectatorSeat) return text;
  const std::optional<std::string> own = pending_[static_cast<std::size_t>(seat)];
  return text + (own ? " own " + *own : "");
}

std::vector<Event> MiniKontranto::History() const { return history_; }

// The only secret is a face-down move, and it is always the last event.
std::vector<Event> MiniKontranto::Twin(int seat, std::uint64_t seed) const {
  const bool hidden = (pending_[0] && seat != 0) || (pending_[1] && seat != 1);
  return FaceDownTwin(*this, hidden, seed);
}

std::unique_ptr<ReferenceGame> MakeMiniKontranto(const Options& options) {
  const std::string& start = options.at("start");
  const std::optional<int> steps = Number(options.at("steps"), 1, 5);
  if (!kStarts.contains(start) || !steps) return nullptr;
  return std::make_unique<MiniKontranto>(start, *steps);
}

}  // namespace

ReferenceEntry MiniKontrantoEntry() {
  return {"mini_kontranto", {{"start", "2x3_c0t1_c4"}, {"steps", "3"}}, MakeMiniKontranto};
}

}  // namespace kvintet::reference
