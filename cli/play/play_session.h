// PlaySession: one game of a person in the terminal against an agent, without showing hidden
// choices.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "base/rng.h"
#include "envs/game.h"
#include "envs/scene.h"
#include "envs/text/playthrough.h"

namespace kvintet::cli {

// The settings of a session.
struct PlayOptions {
  envs::Seat seat = envs::Seat::k0;
  uint64_t seed = 0;
  envs::Palette palette = envs::Palette::kUsual;
  // The agent prints its estimate for each of its moves. Not allowed in games with hidden
  // information or simultaneous choices, since it would reveal what only the agent's seat may know.
  bool tell = false;
  // Standard output is a terminal: use colours, and draw each board in place of the last.
  bool terminal = false;
};

// Reads the person's lines from `input` and writes to standard output. Not thread-safe.
class PlaySession {
 public:
  // All arguments must outlive the session.
  PlaySession(const envs::Game& game, arena::Agent* agent, const PlayOptions& options,
              std::istream* input);

  // Plays until the game ends, the person quits or the input ends. Errors: Unavailable if the agent
  // fails; InvalidArgument for options that this game does not allow.
  absl::Status Run();

 private:
  // The complete move that the agent makes, or would make, for a seat.
  struct Advice {
    std::string move = {};
    // The estimate of its first action, with the share of the whole move.
    std::optional<arena::MoveEstimate> estimate = {};
  };

  // Whether the game has neither hidden information nor simultaneous choices.
  bool IsOpen() const;
  // Lets the agent make a complete move for `seat` in `play`; `game` and the ply select its random
  // numbers.
  absl::StatusOr<Advice> Decide(envs::Playthrough* play, envs::Seat seat, int game);
  absl::Status AgentMoves();
  // Reads lines until the person makes a legal move, leaves the game or goes back to another turn.
  absl::Status PersonMoves();
  // Handles a line that is not a move; false if it is not such a command.
  absl::StatusOr<bool> Obey(const std::string& line);
  void Show() const;
  void ShowHelp() const;
  void ListMoves(const std::string& prefix) const;
  absl::Status ShowHint();
  // Takes back the last move. If there is nothing to take back, prints why and returns false.
  bool TakeBack();
  void ShowEnd() const;
  envs::Scene SceneOfPerson() const;
  // The first legal move's text.
  std::string ExampleMove() const;

  const envs::Game& game_;
  arena::Agent* const agent_;
  const PlayOptions options_;
  std::istream* const input_;
  envs::Playthrough play_;
  RandomStream chance_;
  // The points of the game to which the person can go back: one for each turn of the person, the
  // current one last.
  std::vector<envs::Playthrough> stands_;
  // The agent's last move, as far as the person may know it.
  std::string news_;
  bool left_ = false;
};

}  // namespace kvintet::cli
