// EquilibriumSearch: plays an equilibrium of the matrix game between some moves of both seats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "proto/search_config.pb.h"
#include "selfplay/equilibrium/joint_stage.h"
#include "selfplay/equilibrium/move_oracle.h"
#include "selfplay/equilibrium/payoff_table.h"
#include "selfplay/equilibrium/position_judge.h"
#include "selfplay/equilibrium/seat_moves.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// A stage is solved once, for both seats and for all actions of a move: candidates are what the
// game's oracle names, whole moves drawn from the evaluator's policy, and changes of those; where a
// seat has few moves, all. The positions behind all pairs are evaluated, in the views of all who
// act there, so that the payoffs of a position and of its image with the seats exchanged add up to
// zero. In each round then, challengers that gain against the other seat's equilibrium join. With
// kl_to_policy the seats stay near the evaluator's policy besides: what is wrong with single
// payoffs then does little, where an equilibrium would be made of it.
//
// What an action is taken by is the equilibrium, given the actions of the move before it. A move
// begun otherwise is searched with what stands. Nothing depends on what the other seat has chosen:
// all is made of the own view.
class EquilibriumSearch final : public Search {
 public:
  // REQUIRES: CanSearchEquilibrium(game). `game` must outlive it.
  EquilibriumSearch(const envs::Game& game, const SearchConfig& config);

  void Begin(const SearchRoot& root) override;
  void BeginFromView(envs::ConstViews one, const SearchRoot& root) override;
  bool Advance() override;
  envs::ConstViews View() const override { return asked_.Span(); }
  std::span<const envs::Action> Legal() const override { return legal_; }
  void Resume(const Evaluation& evaluation) override;
  const Decision& Result() const override { return decision_; }
  void Forget() override { solved_.reset(); }

  // With what probability each legal action is taken. Valid as Result is.
  std::span<const double> ActingPolicy() const { return acting_; }
  // Of the stage searched last.
  const PayoffTable& Table() const { return table_; }
  const StageEquilibrium& Equilibrium() const { return equilibrium_; }

 private:
  // What the answers depend on, beside the evaluator.
  struct StageName {
    Key128 key = {};
    uint64_t seed = 0;
    uint32_t game = 0;
    int simulations = 0;
    bool operator==(const StageName&) const = default;
  };
  // What the evaluation under way is for.
  enum class Question { kNone, kRoot, kPolicy, kPrior, kPayoff };

  // Begins to solve the stage, unless that has been done.
  void StartStage(JointStage::OwnChoices own_choices);
  void Continue();
  void Ask(envs::ConstViews one, Question question);
  // Candidates to begin with.
  void ChooseSizes();
  void DrawCandidates();
  void FillUp(size_t seat);
  // The position behind the next pair whose payoff is wanted.
  void JudgeNextPair();
  // Asks for what is still unknown of how likely the policy makes the moves; false if nothing is.
  bool JudgeNextPrior();
  // All pairs wanted are known.
  void EndRound();
  void JoinChallengers();
  void Challenge();
  void AddChallenger(size_t seat, const JointMove& move);
  // Finds the node of what stands of the own move; false if none of the moves begins so.
  bool FindOwnNode();
  void Decide();
  // How likely the own moves are that go on from the own node, and 0 for others; they sum to 1.
  std::vector<double> GoingOn(std::span<const double> probabilities) const;
  std::vector<double> Acting() const;
  std::vector<double> ByAction(std::span<const double> moves) const;
  size_t OwnIndex() const { return static_cast<size_t>(envs::Index(root_.seat)); }

  const envs::Game& game_;
  const SearchConfig config_;
  const std::unique_ptr<MoveOracle> oracle_;
  JointStage stage_;
  std::array<SeatMoves, 2> moves_;
  PayoffTable table_;
  StageEquilibrium equilibrium_;
  // The stage that table and equilibrium are of; none while they are being made.
  std::optional<StageName> solved_;
  StageName name_;
  bool oracle_speaks_ = false;
  // The root: its view, what is legal there, what the evaluator says of it.
  SearchRoot root_;
  envs::ViewBuffer root_view_;
  std::vector<envs::Action> root_legal_;
  std::vector<float> root_logits_;
  Wdl root_wdl_;
  RandomStream random_;
  // While solving: the seat for which moves are drawn, 2 when that is done, where it stands among
  // its moves; how many moves each seat is to have, and how many draws are left.
  size_t drawing_ = 0;
  int at_node_ = 0;
  std::array<size_t, 2> wanted_ = {};
  int draws_left_ = 0;
  // The pairs whose payoff is wanted, how many are done, what may still be spent.
  std::vector<MovePair> pairs_;
  size_t pairs_done_ = 0;
  int budget_ = 0;
  int rounds_ = 0;
  // By seat.
  std::array<std::vector<size_t>, 2> challengers_;
  // The position behind the pair under way, if one is.
  envs::PositionBuffer position_;
  PositionJudge judge_;
  bool judging_ = false;
  // How likely the evaluator's policy makes the moves of the table, by seat, as far as is known,
  // and what is asked for that.
  std::array<std::vector<double>, 2> priors_;
  size_t prior_seat_ = 0;
  int prior_node_ = 0;
  // The own beginning.
  int own_node_ = -1;
  bool choices_stand_ = false;
  // The evaluation under way.
  Question question_ = Question::kNone;
  envs::ViewBuffer asked_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> legal_;
  bool finished_ = true;
  Decision decision_;
  std::vector<double> acting_;
};

}  // namespace kvintet::selfplay
