// Table, Play: position texts and moves of PÜNCT for tests.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "envs/games/punct/board.h"
#include "envs/registry.h"
#include "envs/text/moves.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs::punct {

// The text of a position with these pieces, the lowest first, e.g. `w T H9/2 b E K4/1`.
inline std::string SetUpText(const std::array<int, kKinds>& box, const std::string& pieces,
                             const std::string& side) {
  std::array<std::array<int, kKinds>, 2> supply = {box, box};
  std::istringstream words(pieces);
  std::string colour;
  std::string kind;
  std::string where;
  while (words >> colour >> kind >> where) {
    --supply[colour == "w" ? 0 : 1][kKindLetters.find(kind[0])];
  }
  std::string text = pieces.empty() ? "-" : pieces;
  for (size_t i = 0; i < 2; ++i) {
    absl::StrAppend(&text, i == 0 ? "; white" : "; black");
    bool any = false;
    for (size_t k = 0; k < kKinds; ++k) {
      if (supply[i][k] > 0) {
        absl::StrAppend(&text, " ", std::string(1, kKindLetters[k]), supply[i][k]);
        any = true;
      }
    }
    absl::StrAppend(&text, any ? "" : " -");
  }
  return absl::StrCat(text, "; ", side);
}

// A game of PÜNCT and helpers that set up its positions.
struct Table {
  explicit Table(const std::string& text, const std::array<int, kKinds>& pieces = kMaxOfKind)
      : game(*MakeGame(text)), box(pieces) {}

  Playthrough SetUp(const std::string& pieces, const std::string& side) const {
    auto play = Playthrough::FromPosition(*game, SetUpText(box, pieces, side));
    EXPECT_TRUE(play.ok()) << pieces << ": " << play.status().ToString();
    return play.ok() ? *std::move(play) : Playthrough(*game);
  }
  // The reason why a position is refused; empty if it is accepted.
  std::string Refusal(const std::string& pieces, const std::string& side) const {
    return RefusalOf(SetUpText(box, pieces, side));
  }
  std::string RefusalOf(const std::string& text) const {
    return std::string(Playthrough::FromPosition(*game, text).status().message());
  }

  std::unique_ptr<Game> game;
  std::array<int, kKinds> box;
};

// Plays turns separated by commas, each by the side to move.
inline void Play(Playthrough* play, const std::string& turns) {
  std::istringstream list(turns);
  for (std::string turn; std::getline(list, turn, ',');) {
    turn.erase(0, turn.find_first_not_of(' '));
    ASSERT_FALSE(play->Ended()) << "before " << turn;
    const absl::Status status = play->ApplyMove(play->Actors().First(), turn);
    ASSERT_TRUE(status.ok()) << turn << ": " << status.ToString();
  }
}

inline ViewBuffer ViewToMove(const Playthrough& play) {
  return play.View(SeatOf(play.Actors().First()));
}

inline bool IsLegal(const Playthrough& play, const std::string& turn) {
  return play.game().ParseMove(ViewToMove(play).Span(), turn).ok();
}

// The texts of all legal turns that begin with `prefix`.
inline std::vector<std::string> LegalTurns(const Playthrough& play,
                                           const std::string& prefix = "") {
  std::vector<std::string> texts;
  for (const Move& move : LegalMoves(play.game(), ViewToMove(play).Span())) {
    if (move.text.starts_with(prefix)) {
      texts.push_back(move.text);
    }
  }
  return texts;
}

inline std::string ReasonOf(const Playthrough& play) {
  return play.Ended() ? std::string(play.Result().reason) : "";
}

// White's return at the end of the game.
inline float ReturnOf(const Playthrough& play) { return play.Result().returns[0]; }

}  // namespace kvintet::envs::punct
