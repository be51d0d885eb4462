// BestResponseAgent: answers an agent whose strategy it knows by the best move, one step ahead.
//
// A local best response (Lisy, Bowling, "Equilibrium approximation quality of current no-limit
// poker bots", 2017), for games whose stages have an oracle over all whole moves (MoveOracle). It
// judges play and is no player: it may ask a copy of an agent for its policy at the views of the
// other seat. It never sees a choice that has been made and not shown, nor what an agent draws:
// `docs/judging.md`.
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

// A stage with an oracle is answered by the move that brings most points in it, of all there are; a
// stage that ends the game whatever is chosen in it, where a seat has kMostLastMoves moves at most,
// by the move with the best return; others as `greedy` plays.
class BestResponseAgent final : public Agent {
 public:
  static constexpr size_t kMostLastMoves = 16;
  static constexpr int kMostSeeds = 64;

  // `asked` is asked `seeds` times a stage, each time with a seed of its own, and the mean is
  // answered; it is never the agent in play. Unimplemented where the game has no oracle or `asked`
  // does not tell its policies. REQUIRES: 1 <= seeds <= kMostSeeds; `game` outlives the agent.
  static absl::StatusOr<std::unique_ptr<BestResponseAgent>> Make(const envs::Game& game,
                                                                 std::string spec, int seeds,
                                                                 std::unique_ptr<Agent> asked);

  std::string Spec() const override { return spec_; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;

  // The mean over the stages asked about so far of what their LikelyMoves left out.
  double MeanDropped() const { return stages_ == 0 ? 0 : dropped_ / static_cast<double>(stages_); }

 private:
  enum class Means { kOracle, kLastStage, kYardstick };
  // What the other seat's moves depend on: the stage's key, the seat that answers, seed and row.
  using Question = std::tuple<uint64_t, uint64_t, int, uint64_t, uint32_t>;

  BestResponseAgent(const envs::Game& game, std::string spec, int seeds,
                    std::unique_ptr<Agent> asked, std::unique_ptr<Agent> yardstick);

  // Starts the stage for a turn.
  Means StartStage(const Turn& turn);
  bool EndsWhateverIsChosen();
  // Asks for what the turns need and is not known yet.
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
  const std::unique_ptr<Agent> yardstick_;
  const std::unique_ptr<selfplay::MoveOracle> oracle_;
  // As both seats know it; and with what the own seat has chosen.
  selfplay::JointStage stage_;
  selfplay::JointStage own_stage_;
  envs::PositionBuffer behind_;
  // What was used in the last Choose.
  std::map<Question, LikelyMoves> known_;
  int64_t stages_ = 0;
  double dropped_ = 0;
};

}  // namespace kvintet::arena
