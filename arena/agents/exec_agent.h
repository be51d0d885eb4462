// ExecAgent: runs a program as an agent (`exec:COMMAND`), with one JSON line out and one line with
// the move back.
//
// Each decision is a line {"game": ..., "seat": 0, "record": ..., "time_ms": ...}. The program
// answers with the text of its move, or with `legal` to receive {"legal": [...]} first. A crash, an
// illegal move or a timeout loses the game; the program is restarted for the next one.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "arena/agents/agent.h"
#include "arena/agents/line_process.h"
#include "arena/agents/whole_moves.h"

namespace kvintet::arena {

class ExecAgent final : public Agent {
 public:
  // `game` must outlive the agent. `time` is the limit for each move.
  ExecAgent(const envs::Game& game, std::string command, std::chrono::milliseconds time)
      : game_(game), command_(std::move(command)), time_(time) {}
  std::string Spec() const override { return "exec:" + command_; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;

 private:
  Choice ChooseOne(const Turn& turn);
  // The actions of the move in the program's answer.
  absl::StatusOr<std::vector<envs::Action>> Ask(const Turn& turn);

  const envs::Game& game_;
  const std::string command_;
  const std::chrono::milliseconds time_;
  // Null before the first move and after a failure.
  std::unique_ptr<LineProcess> process_;
  WholeMoves moves_;
};

}  // namespace kvintet::arena
