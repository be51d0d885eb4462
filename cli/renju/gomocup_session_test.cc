// Tests of GomocupSession, its clock and its lines, with a player that takes the first free point.
#include "cli/renju/gomocup_session.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "absl/strings/str_join.h"

#include "cli/play/line_input.h"

namespace kvintet::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A session of rule 4 and what its player was asked.
struct Dialogue {
  // The answers to these lines, joined by `|`.
  std::string Say(const std::vector<std::string>& lines) {
    std::vector<std::string> answers;
    for (const std::string& line : lines) {
      for (const std::string& answer : session.Take(line, came)) {
        answers.push_back(answer);
      }
    }
    return absl::StrJoin(answers, "|");
  }
  absl::StatusOr<GomocupMove> Play(const GomocupQuestion& asked) {
    question = asked;
    const std::vector<int>& black = asked.stones.black;
    const std::vector<int>& white = asked.stones.white;
    if (black.size() == 112) {
      return absl::FailedPreconditionError("the game is over");
    }
    int point = 0;
    while (std::ranges::count(black, point) + std::ranges::count(white, point) > 0) {
      ++point;
    }
    return GomocupMove{.point = point};
  }
  int64_t BudgetMs() const {
    return std::chrono::duration_cast<milliseconds>(question.deadline - came).count();
  }

  GomocupQuestion question = {};
  steady_clock::time_point came = steady_clock::now();
  GomocupSession session{4, [this](const GomocupQuestion& asked) { return Play(asked); }};
};

TEST(GomocupSessionTest, PlaysAsBlackAndAsWhite) {
  Dialogue black;
  EXPECT_EQ(black.Say({"START 15", "BEGIN", "TURN 3,0", "TURN 1,0"}),
            "OK|0,0|1,0|ERROR there is a "
            "stone on 1,0");
  EXPECT_EQ(black.question.stones.white, std::vector<int>{3});
  Dialogue white;
  EXPECT_EQ(white.Say({"start 15\r", "turn 0,0"}), "OK|1,0");
  EXPECT_EQ(white.question.stones.black, std::vector<int>{0});
}

TEST(GomocupSessionTest, BoardKeepsTheOrderOfStones) {
  Dialogue one;
  EXPECT_EQ(one.Say({"START 15", "BOARD", "9,0,2", "7,7,1", "8,0,2", "DONE"}), "OK|0,0");
  EXPECT_EQ(one.question.stones.black, (std::vector<int>{9, 8}));
  EXPECT_EQ(one.question.stones.white, (std::vector<int>{112}));
  EXPECT_EQ(one.Say({"RESTART", "BOARD", "7,7,1", "9,0,2", "DONE"}), "OK|0,0");
  EXPECT_EQ(one.question.stones.black, (std::vector<int>{112}));
}

TEST(GomocupSessionTest, BadBoardsAreAnsweredOnceAndLeaveTheOldOne) {
  for (const std::string bad : {"7,7", "7,7,4", "15,0,1", "-1,0,1", "x", "7,7,1,1", "START 15"}) {
    Dialogue one;
    const std::string answer = one.Say({"START 15", "TURN 5,5", "BOARD", bad, "6,6,2", "DONE"});
    EXPECT_EQ(answer.substr(0, 13), "OK|0,0|ERROR ") << answer;
    EXPECT_EQ(one.Say({"TURN 6,6"}), "1,0") << bad;
  }
  Dialogue one;
  EXPECT_EQ(one.Say({"START 15", "BOARD", "1,1,1", "DONE"}),
            "OK|ERROR it is not our turn with 1 own stones and 0 of the opponent");
  EXPECT_EQ(one.Say({"BOARD", "1,1,1", "1,1,2", "DONE"}), "ERROR two stones on 1,1");
  EXPECT_EQ(one.Say({"DONE"}), "ERROR DONE without BOARD");
}

TEST(GomocupSessionTest, OtherSizesAndRulesAreRefused) {
  Dialogue one;
  EXPECT_EQ(one.Say({"START 20"}), "ERROR the board's size must be 15, is '20'");
  EXPECT_EQ(one.Say({"BEGIN"}), "ERROR there is no board: START 15 makes one");
  EXPECT_EQ(one.Say({"RECTSTART 15,15"}), "OK");
  EXPECT_EQ(one.Say({"INFO rule 4"}), "");
  EXPECT_EQ(one.Say({"INFO rule 0"}), "ERROR this agent plays rule 4 only, not 0");
  EXPECT_EQ(one.Say({"TURN 7,7"}), "ERROR this agent plays rule 4 only, not 0");
  EXPECT_EQ(one.Say({"INFO rule 4", "TURN 7,7"}), "0,0");
}

TEST(GomocupSessionTest, TakesStonesBackInOrder) {
  Dialogue one;
  EXPECT_EQ(one.Say({"START 15", "TURN 7,7", "TAKEBACK 7,7"}),
            "OK|0,0|ERROR only the last stone can be taken back, and it is not on 7,7");
  EXPECT_EQ(one.Say({"TAKEBACK 0,0", "TAKEBACK 7,7", "TAKEBACK 7,7"}).substr(0, 12),
            "OK|OK|ERROR ");
  EXPECT_EQ(one.Say({"BEGIN"}), "0,0");
}

TEST(GomocupSessionTest, WhatThePlayerCannotDoIsAnError) {
  Dialogue one;
  one.Say({"START 15", "BOARD"});
  for (int point = 0; point < 224; ++point) {
    one.Say({absl::StrCat(point % 15, ",", point / 15, ",", 1 + point % 2)});
  }
  EXPECT_EQ(one.Say({"DONE"}), "ERROR the game is over");
}

TEST(GomocupSessionTest, UnknownCommandsAndEnd) {
  Dialogue one;
  EXPECT_EQ(one.Say({"SWAP2BOARD", "  ", std::string("\x01\x02", 2)}),
            "UNKNOWN no command 'SWAP2BOARD'|UNKNOWN no command '\?\?'");
  EXPECT_EQ(one.Say({"ABOUT"}).substr(0, 15), "name=\"Kvintet\",");
  EXPECT_FALSE(one.session.Ended());
  EXPECT_EQ(one.Say({"END"}), "");
  EXPECT_TRUE(one.session.Ended());
}

TEST(GomocupSessionTest, InfoSetsTheTimeOfAMove) {
  Dialogue one;
  EXPECT_EQ(one.Say({"INFO timeout_turn x", "INFO timeout_turn -1", "INFO", "INFO folder /x",
                     "INFO evaluate 1,1", "START 15", "INFO timeout_turn 1000"}),
            "ERROR INFO timeout_turn needs a number from 0 up, found 'x'|ERROR INFO timeout_turn "
            "needs a number from 0 up, found '-1'|OK");
  one.Say({"TURN 7,7"});
  EXPECT_EQ(one.BudgetMs(), 890);
  one.Say({"INFO time_left 2000", "INFO max_memory 1000", "TURN 8,7"});
  EXPECT_EQ(one.BudgetMs(), 50);
  EXPECT_EQ(one.question.max_memory, 1000);
  one.Say({"INFO time_left 9000000000000000000", "INFO timeout_turn 9000000000000000000"});
  EXPECT_EQ(one.Say({"TURN 9,7"}), "2,0");
  EXPECT_GT(one.BudgetMs(), 0);
}

TEST(GomocupClockTest, NeverMoreThanAllowed) {
  for (const int64_t turn : {0, 1, 10, 100, 1000, 30000}) {
    const int64_t budget = GomocupClock{.timeout_turn = turn}.Budget().count();
    EXPECT_LE(budget, turn);
    EXPECT_GE(turn - budget, std::min<int64_t>(turn / 2, 100));
  }
}

TEST(GomocupClockTest, AGameIsPlayedWithinItsTime) {
  GomocupClock clock = {.timeout_turn = 30000, .timeout_match = 60000};
  for (int move = 0; move < 113; ++move) {
    clock.Spend(clock.Budget().count() + 5);
  }
  EXPECT_LT(clock.used, clock.timeout_match);
  clock.Restart();
  EXPECT_GT(clock.Budget(), milliseconds(2000));
}

// The lines that `LineInput` reads from bytes.
std::vector<std::string> LinesOf(const std::string& bytes) {
  std::array<int, 2> ends = {};
  EXPECT_EQ(pipe(ends.data()), 0);
  EXPECT_EQ(write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  close(ends[1]);
  LineInput input(ends[0]);
  std::vector<std::string> lines;
  while (const std::optional<std::string> line = input.Next()) {
    lines.push_back(*line);
  }
  close(ends[0]);
  return lines;
}

TEST(LineInputTest, TakesEveryEndOfLine) {
  EXPECT_EQ(LinesOf("a\r\nb\nc\rd\n\n\re"), (std::vector<std::string>{"a", "b", "c", "d", "e"}));
  EXPECT_TRUE(LinesOf("").empty());
}

TEST(LineInputTest, CutsLongLines) {
  const std::vector<std::string> lines = LinesOf(std::string(30000, 'x') + "\ny\n");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].size(), LineInput::kMaxLine);
  EXPECT_EQ(lines[1], "y");
}

TEST(LineInputTest, SeesWhatHasComeWithoutTakingIt) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(pipe(ends.data()), 0);
  LineInput input(ends[0]);
  EXPECT_FALSE(input.HasCome("END"));
  ASSERT_EQ(write(ends[1], "INFO\r\nEND\r\n", 11), 11);
  EXPECT_TRUE(input.HasCome("END"));
  EXPECT_EQ(input.Next(), "INFO");
  EXPECT_TRUE(input.HasCome("END"));
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace kvintet::cli
