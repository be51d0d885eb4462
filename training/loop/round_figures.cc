// RoundFigures: see the header.
#include "training/loop/round_figures.h"

#include <algorithm>

namespace kvintet::training {

void RoundFigures::AddGame(const selfplay::GameRecord& record) {
  ++games_;
  plies_ += static_cast<int64_t>(record.events.size());
}

void RoundFigures::AddStep(const StepLosses& losses, const ReturnFit& fit) {
  ++steps_;
  losses_.learner += losses.learner;
  losses_.critic += losses.critic;
  fit_.errors += fit.errors;
  fit_.squares += fit.squares;
}

void RoundFigures::WritePlay(const selfplay::SelfPlayStats& since_round, double seconds,
                             Progress* progress) const {
  progress->games_in_play = since_round.in_play.games;
  progress->ply_in_play = since_round.in_play.MeanPly();
  // Rates count what the players did, not the games taken. Otherwise games that waited in the queue
  // while the learner worked would all count at the moment they are taken.
  const int64_t asked = since_round.evaluations + since_round.cache_hits;
  const double divisor = std::max(seconds, 1e-9);
  if (asked > 0) {
    progress->evaluations_per_second = static_cast<double>(asked) / divisor;
  }
  if (since_round.rows > 0) {
    progress->rows_per_second = static_cast<double>(since_round.rows) / divisor;
  }
  if (games_ > 0) {
    progress->wrong_resign_share = since_round.WrongResignShare();
    progress->adjudicated_share = since_round.AdjudicatedShare();
    progress->wrong_adjudication_share = since_round.WrongAdjudicationShare();
  }
  // What actors played comes without these figures.
  if (since_round.batches > 0) {
    progress->batch_fill = since_round.BatchFill();
    progress->tree_share = since_round.TreeShare();
    progress->cache_hit_share = since_round.CacheHitShare();
  }
}

void RoundFigures::WriteMeans(const network::TrainingHeads& heads, Progress* progress) const {
  if (games_ > 0) {
    progress->mean_plies = static_cast<double>(plies_) / static_cast<double>(games_);
  }
  if (steps_ > 0) {
    const auto steps = static_cast<double>(steps_);
    progress->policy_loss = losses_.learner.policy / steps;
    progress->value_loss = losses_.learner.value / steps;
    progress->head_losses.clear();
    for (size_t i = 0; i < heads.names.size(); ++i) {
      progress->head_losses.emplace_back(heads.names[i], losses_.learner.heads[i] / steps);
    }
    progress->critic_loss = losses_.critic.value / steps;
    progress->explained_variance = fit_.squares > 0 ? 1 - fit_.errors / fit_.squares : 0;
  }
}

}  // namespace kvintet::training
