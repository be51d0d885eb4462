// BestResponseAgent: plays the best one-step response to an agent whose policy it can query.
//
// A local best response (Lisy, Bowling, "Equilibrium approximation quality of current no-limit
// poker bots", 2017), for games whose stages have an oracle over all whole moves (MoveOracle). It
// measures play and is not an opponent: it may ask a copy of an agent for its policy at the views
// of the other seat. It never sees a choice that has been made but not revealed, nor the action
// that an agent draws. See `docs/judging.md`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "arena/agents/likely_moves.h"
#include "selfplay/equilibrium/joint_stage.h"
#include "selfplay/equilibrium/move_oracle.h"

namespace kvintet::arena {

// In a stage with an oracle it plays the legal move that gains most points in that stage. In a
// stage that certainly ends the game, where a seat has at most kMaxLastMoves moves, it plays the
// move with the best return. In other stages it plays as `greedy` does.
class BestResponseAgent final : public Agent {
 public:
  static constexpr size_t kMaxLastMoves = 16;
  static constexpr int kMaxSeeds = 64;

  // Asks `asked` `seeds` times a stage, each time with a different seed, and responds to the mean
  // policy. `asked` is never the agent in play. Unimplemented if the game has no oracle or `asked`
  // does not implement TellPolicies. REQUIRES: 1 <= seeds <= kMaxSeeds; `game` outlives the agent.
  static absl::StatusOr<std::unique_ptr<BestResponseAgent>> Make(const envs::Game& game,
                                                                 std::string spec, int seeds,
                                                                 std::unique_ptr<Agent> asked);

  std::string Spec() const override { return spec_; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;

  // Mean of LikelyMoves::dropped over the stages asked about so far.
  double MeanDropped() const { return stages_ == 0 ? 0 : dropped_ / static_cast<double>(stages_); }

 private:
  enum class Means { kOracle, kLastStage, kBaseline };
  // What the other seat's moves depend on: the stage's key, the responding seat, seed and row.
  using Question = std::tuple<uint64_t, uint64_t, int, uint64_t, uint32_t>;

  BestResponseAgent(const envs::Game& game, std::string spec, int seeds,
                    std::unique_ptr<Agent> asked, std::unique_ptr<Agent> baseline);

  // Starts the stage for a turn.
  Means StartStage(const Turn& turn);
  bool EndsWhateverIsChosen();
  // Asks for the moves that the turns need and `known_` does not hold yet.
  absl::Status Ask(std::span<const Turn> turns, const std::vector<Means>& means);
  absl::StatusOr<std::vector<LikelyMoves>> AskAll(const std::vector<const Turn*>& turns);
  envs::Action AnswerByOracle(const Turn& turn, const LikelyMoves& others);
  envs::Action AnswerLastStage(const Turn& turn, const LikelyMoves& others);
  // Seat 0's mean return.
  double MeanReturn(envs::Seat seat, const selfplay::JointMove& own, const LikelyMoves& others);
  // REQUIRES: the stage has been started for the turn.
  Question QuestionOf(const Turn& turn) const;

  const envs::Game& game_;
  const std::string spec_;
  const int seeds_;
  const std::unique_ptr<Agent> asked_;
  const std::unique_ptr<Agent> baseline_;
  const std::unique_ptr<selfplay::MoveOracle> oracle_;
  // The stage as both seats know it, and with what the agent's own seat has chosen.
  selfplay::JointStage stage_;
  selfplay::JointStage own_stage_;
  envs::PositionBuffer behind_;
  // The moves used in the last Choose.
  std::map<Question, LikelyMoves> known_;
  int64_t stages_ = 0;
  double dropped_ = 0;
};

}  // namespace kvintet::arena
