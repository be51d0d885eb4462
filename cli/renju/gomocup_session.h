// GomocupSession: the protocol of Gomocup's managers, line by line, without any agent.
//
// A manager starts the program, sends one command per line and reads the answer: `OK`, a move `x,y`
// counted from 0, or UNKNOWN, ERROR or MESSAGE with a text. docs/gomocup.md lists the accepted
// commands.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "cli/renju/gomocup_clock.h"

namespace kvintet::cli {

// The stones on the board as points 15 * y + x, in the order in which they were placed. The number
// of stones determines who is to move.
struct GomocupStones {
  std::vector<int> black = {};
  std::vector<int> white = {};
  bool BlackToMove() const { return black.size() == white.size(); }
};

// A request for a move.
struct GomocupQuestion {
  GomocupStones stones;
  std::chrono::steady_clock::time_point deadline;
  // Limit on the search tree, in bytes; 0: the player chooses.
  int64_t max_memory = 0;
};
// The player's answer.
struct GomocupMove {
  int point = 0;
  // A message to the manager's user; may be empty.
  std::string message = {};
};
using GomocupPlayer = std::function<absl::StatusOr<GomocupMove>(const GomocupQuestion&)>;

class GomocupSession {
 public:
  // `rule` is the one that the player plays: 0 freestyle, 4 renju.
  GomocupSession(int rule, GomocupPlayer player) : rule_(rule), player_(std::move(player)) {}

  // Handles one line and returns the lines of the answer, possibly none. `came` is the time at
  // which the line arrived.
  std::vector<std::string> Take(const std::string& line,
                                std::chrono::steady_clock::time_point came);
  // Whether END has arrived, after which nothing more is to be read.
  bool Ended() const { return ended_; }

 private:
  using Answer = absl::StatusOr<std::vector<std::string>>;

  Answer Obey(std::string_view command, std::string_view rest);
  Answer Start(std::string_view size);
  Answer Restart();
  Answer Begin();
  Answer Turn(std::string_view point);
  Answer TakeBack(std::string_view point);
  Answer OpenBoard();
  // A line between BOARD and DONE.
  Answer BoardLine(const std::string& line);
  absl::Status PlaceLine(const std::string& line);
  Answer CloseBoard();
  Answer Info(std::string_view key, std::string_view value);
  // Our move from these stones, which become the board. After an error the board is unchanged.
  Answer Move(GomocupStones stones);
  absl::Status CheckStarted() const;
  bool Taken(int point) const;

  const int rule_;
  const GomocupPlayer player_;
  bool started_ = false;
  bool ended_ = false;
  GomocupStones stones_;
  GomocupClock clock_;
  int64_t max_memory_ = 0;
  // The rule that the manager asked for. If it is not ours, every move is refused.
  int asked_rule_ = rule_;
  std::chrono::steady_clock::time_point came_ = {};
  // Between BOARD and DONE: our own and the opponent's stones, and the first error.
  bool in_board_ = false;
  std::vector<int> own_;
  std::vector<int> other_;
  absl::Status board_error_;
};

}  // namespace kvintet::cli
