// Tests of ExecAgent: the protocol, and every way in which a program can fail.
#include "arena/agents/exec_agent.h"

#include <csignal>

#include <gtest/gtest.h>
#include "absl/strings/match.h"

#include "arena/agents/random_agent.h"
#include "arena/match.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

// One pair of tic-tac-toe between the program (A) and `random`.
MatchResult Play(const std::string& command, int time_ms = 20000) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  ExecAgent a(*game, command, std::chrono::milliseconds(time_ms));
  RandomAgent b(*game);
  return *PlayMatch(*game, &a, &b, {.pairs = 1});
}

TEST(ExecAgentTest, TheExampleBotPlaysToTheEnd) {
  for (const MatchGame& game : Play("python3 examples/exec_bot.py").games) {
    EXPECT_TRUE(game.reason == "line" || game.reason == "full") << game.reason;
  }
}

TEST(ExecAgentTest, IllegalMoveLoses) {
  for (const MatchGame& game : Play("while read line; do echo z9; done").games) {
    EXPECT_EQ(game.a_return, -1);
    EXPECT_NE(game.reason.find("'z9' is not one of"), std::string::npos) << game.reason;
  }
}

TEST(ExecAgentTest, CrashLoses) {
  for (const MatchGame& game : Play("read line; exit 1").games) {
    EXPECT_EQ(game.a_return, -1);
    EXPECT_NE(game.reason.find("has ended"), std::string::npos) << game.reason;
  }
}

TEST(ExecAgentTest, SilenceLoses) {
  for (const MatchGame& game : Play("cat > /dev/null", 50).games) {
    EXPECT_EQ(game.a_return, -1);
    EXPECT_NE(game.reason.find("no line came in time"), std::string::npos) << game.reason;
  }
}

// Asking for the legal moves does not buy time.
TEST(ExecAgentTest, TheLimitIsForTheWholeMove) {
  const std::string slow =
      "while read line; do sleep 1.2; echo legal; read line; sleep 1.2; echo a1; done";
  for (const MatchGame& game : Play(slow, 2000).games) {
    EXPECT_EQ(game.a_return, -1);
    EXPECT_NE(game.reason.find("no line came in time"), std::string::npos) << game.reason;
  }
}

TEST(ExecAgentTest, LinesMayEndAsOnWindows) {
  const std::string windows = "while read line; do printf 'z9\\r\\n'; done";
  for (const MatchGame& game : Play(windows).games) {
    EXPECT_NE(game.reason.find("'z9' is not one of"), std::string::npos) << game.reason;
  }
}

// `kvintet arena` blocks the signals that end it, and ignores another.
TEST(ExecAgentTest, ProgramsGetSignalsAsUsual) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto old = std::signal(SIGXFSZ, SIG_IGN);
  for (const MatchGame& game :
       Play("read line; grep -E 'SigBlk|SigIgn' /proc/self/status | tr '\\n\\t' '  '; echo")
           .games) {
    EXPECT_NE(game.reason.find("SigBlk: 0000000000000000"), std::string::npos) << game.reason;
    // The digits before stand for the signals that the C library keeps to itself.
    EXPECT_TRUE(absl::StrContains(game.reason, "0000000 ' is not one")) << game.reason;
  }
  std::signal(SIGXFSZ, old);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// A list of moves may be longer than what a socket holds.
TEST(ExecAgentTest, WhoeverDoesNotReadLoses) {
  const auto game = *envs::MakeGame("kontranto");
  ExecAgent a(*game, "read line; echo legal; sleep 60", std::chrono::milliseconds(2000));
  RandomAgent b(*game);
  ASSERT_OK_AND_ASSIGN(const MatchResult played,
                       PlayMatch(*game, &a, &b, {.pairs = 1, .opening_random_plies = 2}));
  for (const MatchGame& one : played.games) {
    EXPECT_EQ(one.a_return, -1);
    EXPECT_NE(one.reason.find("in time"), std::string::npos) << one.reason;
  }
}

// Four random plies of Kontranto are the colours and half of a placement, which is one move.
TEST(ExecAgentTest, IsAskedForWholeMovesAfterARandomOpening) {
  for (const char* text : {"kontranto", "punct", "konkvest"}) {
    const auto game = *envs::MakeGame(text);
    for (const int plies : {1, 2, 3, 4, 5}) {
      ExecAgent a(*game, "python3 examples/exec_bot.py", std::chrono::milliseconds(20000));
      RandomAgent b(*game);
      ASSERT_OK_AND_ASSIGN(
          const MatchResult played,
          PlayMatch(*game, &a, &b, {.pairs = 1, .opening_random_plies = plies, .max_plies = 12}));
      for (const MatchGame& one : played.games) {
        EXPECT_EQ(one.reason, "max_plies") << text << " after " << plies;
      }
    }
  }
}

// A game may end in the middle of a move, and the next match has a game of the same number.
TEST(ExecAgentTest, ForgetsWhatIsLeftOfAMoveOfAnotherMatch) {
  const auto game = *envs::MakeGame("konkvest");
  ExecAgent a(*game, "python3 examples/exec_bot.py", std::chrono::milliseconds(20000));
  RandomAgent b(*game);
  for (const int plies : {1, 2, 3, 4, 5, 6, 7}) {
    ASSERT_OK_AND_ASSIGN(const MatchResult played,
                         PlayMatch(*game, &a, &b, {.pairs = 1, .max_plies = plies}));
    for (const MatchGame& one : played.games) {
      EXPECT_EQ(one.reason, "max_plies") << plies;
    }
  }
}

TEST(ExecAgentTest, CommandThatDoesNotExistLoses) {
  for (const MatchGame& game : Play("/does/not/exist 2> /dev/null").games) {
    EXPECT_EQ(game.a_return, -1);
  }
}

}  // namespace
}  // namespace kvintet::arena
