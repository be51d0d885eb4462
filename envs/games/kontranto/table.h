// Table: a game of Kontranto for tests, set up from a position text and played with moves as text.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/kontranto/kontranto.h"

namespace kvintet::envs::kontranto {

using OptionTexts = std::map<std::string, std::string>;

inline absl::StatusOr<Kontranto> MakeRules(OptionTexts given) {
  Kontranto::CompleteOptions(&given);
  const auto options = RuleOptions::Resolve(Kontranto::Options(), given, "kontranto");
  return options.ok() ? Kontranto::Create(*options) : options.status();
}

// Owns rules, position and history. Seat 0 is White unless the options say otherwise.
class Table {
 public:
  explicit Table(const OptionTexts& options = {{"colour_choice", "false"}})
      : rules(*MakeRules(options)),
        history(rules.Spec().history_capacity),
        p(rules.Initial()),
        options_(options) {}

  // Sets up a position from its text. Unless the options define the pieces of the sides, they are
  // the pieces on the board.
  Table& LayOut(const std::string& text) {
    OptionTexts options = options_;
    for (const auto& [side, begin] : {std::pair("white", "; W "), std::pair("black", "; B ")}) {
      if (const std::string pieces = PiecesAfter(begin, text); !pieces.empty()) {
        options.emplace(side, pieces);
      }
    }
    rules = *MakeRules(options);
    const auto read = rules.ParsePosition(text);
    EXPECT_TRUE(read.ok()) << read.status();
    p = read.ok() ? *read : p;
    history.Cut();
    return *this;
  }

  // A whole move of one seat.
  void Move(size_t seat, const std::string& text) {
    const auto actor = static_cast<Actor>(seat);
    const auto actions = rules.ParseMove(rules.MakeView(p, SeatOf(actor)), text);
    ASSERT_TRUE(actions.ok()) << actions.status() << " in " << Text();
    for (const Action action : *actions) {
      rules.Step(&p, &history, actor, action);
    }
  }
  // Moves of both seats: seat 0's, then seat 1's.
  Table& Moves(const std::string& first, const std::string& second) {
    Move(0, first);
    Move(1, second);
    return *this;
  }
  bool Allows(size_t seat, const std::string& text) const {
    return rules.ParseMove(rules.MakeView(p, static_cast<Seat>(seat)), text).ok();
  }

  // The names of a seat's legal actions, sorted.
  std::vector<std::string> Names(size_t seat) const {
    std::vector<std::string> names;
    for (const Action action : Legal(seat)) {
      names.push_back(rules.ActionName(rules.MakeView(p, static_cast<Seat>(seat)), action));
    }
    std::ranges::sort(names);
    return names;
  }
  std::vector<Action> Legal(size_t seat) const {
    std::vector<uint64_t> words(static_cast<size_t>(rules.Spec().MaskWords()));
    std::vector<Action> actions;
    if (rules.Actors(p).Has(static_cast<Seat>(seat))) {
      rules.LegalActions(rules.MakeView(p, static_cast<Seat>(seat)), ActionMask(words));
      ActionMask(words).List(&actions);
    }
    return actions;
  }
  // Takes one random action of one of the seats that must act.
  void StepRandomly(RandomStream* random) {
    const size_t both = rules.Actors(p).Simultaneous() ? random->Below(2) : 0;
    const auto actor = both == 1 ? Actor::kSeat1 : rules.Actors(p).First();
    const std::vector<Action> legal = Legal(static_cast<size_t>(actor));
    rules.Step(&p, &history, actor, legal[random->Below(static_cast<uint32_t>(legal.size()))]);
  }

  std::string Text() const { return rules.PositionText(p); }
  // The numbers of White's and Black's conquered cells, e.g. `4 : 7`.
  std::string Score() const {
    return std::to_string(CountCells(p.conquered[kWhite])) + " : " +
           std::to_string(CountCells(p.conquered[kBlack]));
  }
  bool Over() const { return rules.Actors(p).Empty(); }
  std::string Reason() const { return std::string(rules.Result(p).reason); }
  // The cells of the areas, e.g. `A1 A2 | C3`.
  std::string Areas() const {
    std::string text;
    for (size_t i = 0; i < p.num_areas; ++i) {
      text.append(i == 0 ? "" : " | ").append(rules.Board().Names(p.areas[i]));
    }
    return text;
  }
  std::string Due() const { return rules.Board().Names(p.due); }

  Kontranto rules;
  RepetitionHistory history;
  Kontranto::Position p;

 private:
  // `cct` for `; W c A1 B2 t C3;`.
  static std::string PiecesAfter(const std::string& begin, const std::string& text) {
    std::string pieces;
    char shape = ' ';
    for (size_t i = text.find(begin) + begin.size(); i < text.size() && text[i] != ';'; ++i) {
      shape = text[i] == 'c' || text[i] == 't' ? text[i] : shape;
      if (text[i] >= 'A' && text[i] <= 'Z') {
        pieces += shape;
      }
    }
    return pieces;
  }

  OptionTexts options_;
};

}  // namespace kvintet::envs::kontranto
