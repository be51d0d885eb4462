// GomocupSession: the protocol of Gomocup's managers, line by line; knows no agent.
//
// A manager starts the program, sends a command a line and reads the answer: `OK`, a move `x,y`
// counted from 0, or UNKNOWN, ERROR and MESSAGE with a text. docs/gomocup.md says what is taken.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "cli/gomocup/gomocup_clock.h"

namespace kvintet::cli {

// The stones on the board, in the order in which they were put there, as points 15 * y + x; who is
// to move follows from how many there are.
struct GomocupStones {
  std::vector<int> black = {};
  std::vector<int> white = {};
  bool BlackToMove() const { return black.size() == white.size(); }
};

// What the player is asked for.
struct GomocupQuestion {
  GomocupStones stones;
  std::chrono::steady_clock::time_point deadline;
  // Of the tree, in bytes; 0: as the player likes.
  int64_t max_memory = 0;
};
// What it answers.
struct GomocupMove {
  int point = 0;
  // For the manager's user; may be empty.
  std::string message = {};
};
using GomocupPlayer = std::function<absl::StatusOr<GomocupMove>(const GomocupQuestion&)>;

class GomocupSession {
 public:
  // `rule` is the one that the player plays: 0 freestyle, 4 renju.
  GomocupSession(int rule, GomocupPlayer player) : rule_(rule), player_(std::move(player)) {}

  // Obeys one line and gives the lines to answer, none for some. `came` is when it came.
  std::vector<std::string> Take(const std::string& line,
                                std::chrono::steady_clock::time_point came);
  // END has come: nothing more is to be read.
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
  // Our move with these stones, which are on the board from then on; on an error nothing is.
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
  // The manager's; a rule that is not ours refuses every move.
  int asked_rule_ = rule_;
  std::chrono::steady_clock::time_point came_ = {};
  // Between BOARD and DONE: own and opponent's stones, and what was wrong first.
  bool in_board_ = false;
  std::vector<int> own_;
  std::vector<int> other_;
  absl::Status board_error_;
};

}  // namespace kvintet::cli
