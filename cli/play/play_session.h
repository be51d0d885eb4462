// PlaySession: a person in the terminal against an agent, one game, hidden choices hidden.
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

// How a person plays.
struct PlayOptions {
  envs::Seat seat = envs::Seat::k0;
  uint64_t seed = 0;
  envs::Palette palette = envs::Palette::kUsual;
  // The agent says what it thinks of each of its moves. Not where the game hides something or both
  // choose at once: that would tell what its seat alone may know.
  bool tell = false;
  // Standard output is a terminal: colours, and each board in the place of the last.
  bool terminal = false;
};

// Reads the person's lines from `input`, writes to standard output. One thread.
class PlaySession {
 public:
  // All must outlive the session.
  PlaySession(const envs::Game& game, arena::Agent* agent, const PlayOptions& options,
              std::istream* input);

  // Plays until the game ends, or the person quits, or the input ends. Unavailable where the agent
  // fails; InvalidArgument for options that this game does not allow.
  absl::Status Run();

 private:
  // The whole move that the agent makes, or would make, for a seat.
  struct Advice {
    std::string move = {};
    // Of its first action, with the share of the whole move.
    std::optional<arena::Opinion> opinion = {};
  };
  // A game that the person can go back to, and the agent's decisions until then.
  struct Stand {
    envs::Playthrough play;
    uint32_t decisions = 0;
  };

  // Nothing is hidden and nobody chooses unseen.
  bool IsOpen() const;
  // Lets the agent make a whole move for `seat` in `play`; `game` and `decisions` name its random
  // numbers.
  absl::StatusOr<Advice> Decide(envs::Playthrough* play, envs::Seat seat, int game,
                                uint32_t* decisions);
  absl::Status AgentMoves();
  // Plays the person's next good line, unless it leaves the game or goes back to another turn.
  absl::Status PersonMoves();
  // Does what a line asks besides moves; false if it is none of that.
  absl::StatusOr<bool> Obey(const std::string& line);
  void Show() const;
  void ShowHelp() const;
  void ListMoves(const std::string& prefix) const;
  absl::Status ShowHint();
  // False, and said why, where nothing can be taken back.
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
  uint32_t agent_decisions_ = 0;
  uint32_t hints_ = 0;
  // One for each turn of the person, the present one last.
  std::vector<Stand> stands_;
  // What the agent did last, where the person may know it.
  std::string news_;
  bool left_ = false;
};

}  // namespace kvintet::cli
