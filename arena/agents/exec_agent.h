// ExecAgent: any program as an agent, `exec:COMMAND`; one JSON line out, one line with the move
// back.
//
// Each decision is a line {"game": ..., "seat": 0, "record": ..., "time_ms": ...}. The program
// answers with the text of its move, or with `legal`, to be sent {"legal": [...]} first. A crash,
// an illegal move or silence loses the game; the program is started anew for the next.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena/agents/agent.h"
#include "arena/agents/line_process.h"

namespace kvintet::arena {

class ExecAgent final : public Agent {
 public:
  // `game` must outlive the agent. `time` is for each move.
  ExecAgent(const envs::Game& game, std::string command, std::chrono::milliseconds time)
      : game_(game), command_(std::move(command)), time_(time) {}
  std::string Spec() const override { return "exec:" + command_; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;

 private:
  Choice ChooseOne(const Turn& turn);
  // The actions of the move that the program answers.
  absl::StatusOr<std::vector<envs::Action>> Ask(const Turn& turn);

  const envs::Game& game_;
  const std::string command_;
  const std::chrono::milliseconds time_;
  // Null before the first move and after a failure.
  std::unique_ptr<LineProcess> process_;
  // By game index: the rest of a move of several actions, last action first.
  std::map<int, std::vector<envs::Action>> rest_;
};

}  // namespace kvintet::arena
