// EquilibriumSearch: plays an equilibrium of the matrix game over candidate moves of both seats.
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

// A stage is solved once, for both seats and for all actions of a move. Candidates are the oracle's
// moves, whole moves sampled from the evaluator's policy, and variations of those; a seat with few
// moves gets all of them. The positions after all pairs of moves are evaluated in the views of all
// seats that act there, so that the payoffs of a position and of its image with the seats exchanged
// add up to zero. Then, in each round, challengers that gain against the other seat's equilibrium
// join. With kl_to_policy the seats also stay near the evaluator's policy, which limits the effect
// of errors in single payoffs; a plain equilibrium would exploit them.
//
// Each action is drawn from the equilibrium, conditioned on the earlier actions of the move. If
// these earlier actions fit no candidate, the stage is searched again with them fixed. Nothing
// depends on what the other seat has chosen, since everything is computed from the seat's own view.
class EquilibriumSearch final : public Search {
 public:
  // REQUIRES: CanSearchEquilibrium(game). `game` must outlive it.
  EquilibriumSearch(const envs::Game& game, const SearchConfig& config);

  void Begin(const SearchRoot& root) override;
  bool Advance() override;
  envs::ConstViews View() const override { return asked_.Span(); }
  std::span<const envs::Action> Legal() const override { return legal_; }
  void Resume(const Evaluation& evaluation) override;
  const Decision& Result() const override { return decision_; }
  void Forget() override { solved_.reset(); }

  // Probability with which each legal action is taken. Valid as long as Result.
  std::span<const double> ActingPolicy() const { return acting_; }
  // The table of the last stage searched.
  const PayoffTable& Table() const { return table_; }
  const StageEquilibrium& Equilibrium() const { return equilibrium_; }

 private:
  // What the results depend on besides the evaluator.
  struct StageName {
    Key128 key = {};
    uint64_t seed = 0;
    uint32_t game = 0;
    int simulations = 0;
    bool operator==(const StageName&) const = default;
  };
  // Purpose of the pending evaluation.
  enum class Question { kNone, kRoot, kPolicy, kPrior, kPayoff };

  // Begins to solve the stage, unless it is solved already.
  void StartStage(JointStage::OwnChoices own_choices);
  void Continue();
  void Ask(envs::ConstViews one, Question question);
  // Choose the initial candidates.
  void ChooseSizes();
  void DrawCandidates();
  void FillUp(size_t seat);
  // Begins to judge the position after the next pair whose payoff is needed.
  void JudgeNextPair();
  // Requests the next policy needed for the moves' prior probabilities; false if all are known.
  bool JudgeNextPrior();
  // Called when all requested payoffs are known.
  void EndRound();
  void JoinChallengers();
  void Challenge();
  void AddChallenger(size_t seat, const JointMove& move);
  // Finds the node of the actions already chosen in the own move; false if no candidate begins with
  // them.
  bool FindOwnNode();
  void Decide();
  // Probabilities of the own moves that continue from the own node, 0 for others; they sum to 1.
  std::vector<double> GoingOn(std::span<const double> probabilities) const;
  std::vector<double> Acting() const;
  std::vector<double> ByAction(std::span<const double> moves) const;
  size_t OwnIndex() const { return static_cast<size_t>(envs::Index(seat_)); }

  const envs::Game& game_;
  const SearchConfig config_;
  const std::unique_ptr<MoveOracle> oracle_;
  JointStage stage_;
  std::array<SeatMoves, 2> moves_;
  PayoffTable table_;
  StageEquilibrium equilibrium_;
  // The stage of `table_` and `equilibrium_`; empty while they are being computed.
  std::optional<StageName> solved_;
  StageName name_;
  bool oracle_speaks_ = false;
  // The root: its view, its legal actions and the evaluator's answer.
  SearchRoot root_;
  envs::Seat seat_ = envs::Seat::k0;
  envs::ViewBuffer root_view_;
  std::vector<envs::Action> root_legal_;
  std::vector<float> root_logits_;
  Wdl root_wdl_;
  RandomStream random_;
  // While solving: the seat whose moves are being drawn (2 when done) and its current node; how
  // many moves each seat is to have, and how many draws are left.
  size_t drawing_ = 0;
  int at_node_ = 0;
  std::array<size_t, 2> wanted_ = {};
  int draws_left_ = 0;
  // The pairs whose payoffs are needed, how many are done, and the remaining budget.
  std::vector<MovePair> pairs_;
  size_t pairs_done_ = 0;
  int budget_ = 0;
  int rounds_ = 0;
  // By seat.
  std::array<std::vector<size_t>, 2> challengers_;
  // The position after the current pair, if there is one.
  envs::PositionBuffer position_;
  PositionJudge judge_;
  bool judging_ = false;
  // The evaluator's probabilities of the table's moves, by seat, as far as known, and the seat and
  // node of the pending request.
  std::array<std::vector<double>, 2> priors_;
  size_t prior_seat_ = 0;
  int prior_node_ = 0;
  // Node of the own partial move.
  int own_node_ = -1;
  bool choices_stand_ = false;
  // The pending evaluation.
  Question question_ = Question::kNone;
  envs::ViewBuffer asked_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> legal_;
  bool finished_ = true;
  Decision decision_;
  std::vector<double> acting_;
};

}  // namespace kvintet::selfplay
