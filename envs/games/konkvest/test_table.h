// Table: a Konkvest board for tests, set up from one line and played with moves as text.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/str_split.h"

#include "envs/games/konkvest/konkvest.h"

namespace kvintet::envs::konkvest {

inline Konkvest RulesWith(const std::map<std::string, std::string>& options) {
  return Konkvest(RuleOptions::Resolve(Konkvest::Options(), options, "konkvest").value());
}

// One game. The board need not hold all the pieces of a real game.
class Table {
 public:
  using Position = Konkvest::Position;

  // `pieces` as in position texts: `w P c4, b *R k3`; `reserves` as letters, seat 0's and seat 1's.
  explicit Table(const std::string& pieces, const std::array<std::string, 2>& reserves = {},
                 size_t to_move = 0, const std::map<std::string, std::string>& options = {})
      : rules_(RulesWith(options)), history_(rules_.Spec().history_capacity), p_(rules_.Initial()) {
    p_.board = {};
    p_.reserves = {};
    const std::vector<std::string> texts = absl::StrSplit(pieces, ", ");
    for (const std::string& text : texts) {
      const std::vector<std::string> words = absl::StrSplit(text, ' ');
      const bool promoted = words[1][0] == '*';
      const size_t kind = kKindLetters.find(words[1].back());
      p_.board.Put(words[0] == "w" ? 0 : 1, {static_cast<int>(kind), promoted},
                   ParseCell(words[2]));
    }
    for (size_t seat = 0; seat < 2; ++seat) {
      for (const char letter : reserves[seat]) {
        ++p_.reserves[seat][kKindLetters.find(letter)];
      }
    }
    p_.stage = Stage::kWhat;
    p_.placed = kPlacedPieces;
    p_.turns = static_cast<uint16_t>(kPlacedPieces + to_move);
    p_.to_move = static_cast<uint8_t>(to_move);
    p_.to_act = static_cast<uint8_t>(1 << to_move);
    rules_.Complete(&p_);
  }

  // The start of a game.
  static Table Start(const std::map<std::string, std::string>& options = {}) {
    Table table("w Q b4, b Q l4", {}, 0, options);
    table.p_ = table.rules_.Initial();
    return table;
  }
  // The position after the set-up for which the perft counts were computed.
  static Table Placed(const std::map<std::string, std::string>& options = {}) {
    Table table = Start(options);
    for (const char* move : {"R@b1", "R@l7", "R@b7", "R@l1", "G@a3", "G@m4", "G@a4", "G@m3", "H@a1",
                             "H@m6", "H@a6", "H@m1", "N@b3", "N@l5", "N@b5", "N@l3"}) {
      table.Do(move);
    }
    return table;
  }

  const Konkvest& rules() const { return rules_; }
  const Position& position() const { return p_; }
  Position& position() { return p_; }
  Konkvest::View View() const { return {p_, static_cast<Seat>(p_.to_move), {}}; }
  bool Ended() const { return p_.stage == Stage::kOver; }
  // `queen w`, `reset -`; empty while the game is in progress.
  std::string Result() const {
    if (!Ended()) {
      return "";
    }
    return std::string(EndName(p_.end)) + (p_.winner == 0 ? " w" : p_.winner == 1 ? " b" : " -");
  }

  std::vector<Action> Legal(const Konkvest::View& view) const {
    std::array<uint64_t, (kActions + 63) / 64> words = {};
    std::vector<Action> actions;
    if (view.position.stage != Stage::kOver) {
      rules_.LegalActions(view, ActionMask(words));
      ActionMask(words).List(&actions);
    }
    return actions;
  }
  // All whole moves, sorted.
  std::vector<std::string> Moves() const {
    std::vector<std::string> texts;
    for (const Action what : Legal(View())) {
      if (p_.stage == Stage::kPlace) {
        texts.push_back(rules_.MoveText(View(), std::array{what}));
        continue;
      }
      Konkvest::View chosen = View();
      RepetitionHistory history;
      rules_.Step(&chosen.position, &history, Actor::kSeat0, what);
      for (const Action where : Legal(chosen)) {
        texts.push_back(rules_.MoveText(View(), std::array{what, where}));
      }
    }
    std::ranges::sort(texts);
    return texts;
  }
  // The moves that begin with `start`.
  std::vector<std::string> Moves(const std::string& start) const {
    std::vector<std::string> texts = Moves();
    std::erase_if(texts, [&](const std::string& text) { return !text.starts_with(start); });
    return texts;
  }
  bool May(const std::string& move) const { return std::ranges::count(Moves(), move) == 1; }
  void Do(const std::string& move) {
    const auto actions = rules_.ParseMove(View(), move);
    ASSERT_TRUE(actions.ok()) << actions.status().ToString();
    for (const Action action : *actions) {
      rules_.Step(&p_, &history_, Actor::kSeat0, action);
    }
  }
  void DoAll(const std::vector<std::string>& moves) {
    for (const std::string& move : moves) {
      Do(move);
    }
  }

 private:
  Konkvest rules_;
  RepetitionHistory history_;
  Position p_;
};

// Draws rows m to a, with one character per cell, separated by spaces.
template <typename CharacterOf>
std::string Drawing(const CharacterOf& character_of) {
  std::string text = "\n";
  for (int row = kRows - 1; row >= 0; --row) {
    text += std::string(static_cast<size_t>(kColumns - RowWidth(row)), ' ');
    for (int i = 0; i < RowWidth(row); ++i) {
      text += character_of(CellAt(row, FirstColumn(row) + i));
      text += i + 1 < RowWidth(row) ? " " : "\n";
    }
  }
  return text;
}

}  // namespace kvintet::envs::konkvest
