// LearningFigures: what a run reports about its learning. A figure that was not measured is empty.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace kvintet::training {

using Figure = std::optional<double>;

// How one set of weights does on a set of rows. Losses in nats, means over the rows. See
// docs/reading_a_run.md.
struct RowFigures {
  Figure rows = {};
  Figure games = {};
  // Cross-entropy of the policy; the entropy of its targets, which is its lower bound; and their
  // difference, KL(target, policy).
  Figure policy_loss = {};
  Figure policy_floor = {};
  Figure policy_kl = {};
  // In [0, 1]: share of rows on which the policy and its target have the same most likely action.
  Figure top1 = {};
  // Entropy of the policy.
  Figure entropy = {};
  // Cross-entropy of win, draw and loss; the same for a constant prediction of the rows' mean; and
  // the entropy of the targets, 0 if these are plain results.
  Figure value_loss = {};
  Figure value_base = {};
  Figure value_floor = {};
  // Share of the variance of returns that is explained, at most 1.
  Figure explained_variance = {};
  // In [0, 1]: mean distance between the expected score and the actual score of rows with a similar
  // expected score.
  Figure calibration_error = {};
};

// The newest model's strength against one other player, from the pairs of games of the last
// minutes.
struct EloFigures {
  double pairs = 0;
  // Estimate and its 95 % confidence interval.
  double elo = 0;
  double low = 0;
  double high = 0;
};

// Something that is wrong with the learning: a keyword for machines, and sentences for people.
struct LearningWarning {
  std::string kind = {};
  std::string text = {};
  bool operator==(const LearningWarning&) const = default;
};

struct LearningFigures {
  // The averaged weights (the published ones) on held-out games; the newest weights on the same
  // games; the averaged weights on rows that are learnt from.
  RowFigures held_out = {};
  RowFigures held_out_newest = {};
  RowFigures learnt = {};

  // Means over the round's steps: norm of the gradient before clipping, share of gradients that
  // were clipped, learning rate.
  Figure gradient_norm = {};
  Figure clipped_gradients = {};
  Figure learning_rate = {};
  // The same for a policy gradient: entropy of the policy, KL(policy, data), share of clipped rows,
  // explained variance of the values, root mean square of the advantages.
  Figure entropy = {};
  Figure kl_to_data = {};
  Figure clip_share = {};
  Figure explained_variance = {};
  Figure advantage_scale = {};
  // Mean age of the sampled rows: in rows that came after them, and in minutes of work.
  Figure age_rows = {};
  Figure age_minutes = {};

  // Shares of the round's games: results by seat; games that were cut and so have no result; and
  // the share of each end reason, by its keyword.
  Figure seat0_wins = {};
  Figure seat1_wins = {};
  Figure draws = {};
  Figure cut = {};
  std::map<std::string, double> ends = {};
  // How far searches moved the policy: mean KL(search, network) over the rows, in nats.
  Figure surprise = {};

  // By the opponent's name.
  std::map<std::string, EloFigures> strength = {};
};

// Calls visit(tag, figure) for each figure that has a field; skips the maps `ends` and `strength`.
template <typename Figures, typename Visit>
void ForEachFigure(Figures& figures, Visit&& visit) {
  const auto of_rows = [&](const std::string& tag, auto& rows) {
    visit(tag + "/rows", rows.rows);
    visit(tag + "/games", rows.games);
    visit(tag + "/policy_loss", rows.policy_loss);
    visit(tag + "/policy_floor", rows.policy_floor);
    visit(tag + "/policy_kl", rows.policy_kl);
    visit(tag + "/top1", rows.top1);
    visit(tag + "/entropy", rows.entropy);
    visit(tag + "/value_loss", rows.value_loss);
    visit(tag + "/value_base", rows.value_base);
    visit(tag + "/value_floor", rows.value_floor);
    visit(tag + "/explained_variance", rows.explained_variance);
    visit(tag + "/calibration_error", rows.calibration_error);
  };
  of_rows("held_out", figures.held_out);
  of_rows("held_out_newest", figures.held_out_newest);
  of_rows("learnt", figures.learnt);
  visit(std::string("step/gradient_norm"), figures.gradient_norm);
  visit(std::string("step/clipped_gradients"), figures.clipped_gradients);
  visit(std::string("step/learning_rate"), figures.learning_rate);
  visit(std::string("step/entropy"), figures.entropy);
  visit(std::string("step/kl_to_data"), figures.kl_to_data);
  visit(std::string("step/clip_share"), figures.clip_share);
  visit(std::string("step/explained_variance"), figures.explained_variance);
  visit(std::string("step/advantage_scale"), figures.advantage_scale);
  visit(std::string("window/age_rows"), figures.age_rows);
  visit(std::string("window/age_minutes"), figures.age_minutes);
  visit(std::string("game/seat0_wins"), figures.seat0_wins);
  visit(std::string("game/seat1_wins"), figures.seat1_wins);
  visit(std::string("game/draws"), figures.draws);
  visit(std::string("game/cut"), figures.cut);
  visit(std::string("game/surprise"), figures.surprise);
}

}  // namespace kvintet::training
