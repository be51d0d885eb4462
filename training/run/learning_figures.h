// LearningFigures: what a run tells of its learning. A figure that was not measured has no value.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace kvintet::training {

using Figure = std::optional<double>;

// What some weights make of some rows; losses in nats, means over the rows. docs/reading_a_run.md.
struct RowFigures {
  Figure rows = {};
  Figure games = {};
  // Cross-entropy of the policy; the entropy of its targets, which it cannot fall below; what it is
  // above that, which is KL(target, policy).
  Figure policy_loss = {};
  Figure policy_floor = {};
  Figure policy_kl = {};
  // In [0, 1]: where the policy puts first what its target does.
  Figure top1 = {};
  // Of the policy.
  Figure entropy = {};
  // Cross-entropy of win, draw and loss; of one who says the rows' mean of each row; the entropy of
  // the targets, 0 where they are results.
  Figure value_loss = {};
  Figure value_base = {};
  Figure value_floor = {};
  // Part of the variance of returns, at most 1.
  Figure explained_variance = {};
  // In [0, 1]: mean distance of the expected score from the score of rows alike.
  Figure calibration_error = {};
};

// How the newest model does against another player, by the pairs of games of the last minutes.
struct EloFigures {
  double pairs = 0;
  // With what holds it with 95 % confidence.
  double elo = 0;
  double low = 0;
  double high = 0;
};

// A thing that is wrong with the learning: a word for machines, and sentences.
struct LearningWarning {
  std::string kind = {};
  std::string text = {};
  bool operator==(const LearningWarning&) const = default;
};

struct LearningFigures {
  // The averaged weights, which are published, on games that are never learnt from; the newest
  // weights on the same; and the averaged ones on rows that are learnt from.
  RowFigures held_out = {};
  RowFigures held_out_newest = {};
  RowFigures learnt = {};

  // Means of the round's steps. Length of the gradient before clipping, part of the gradients that
  // were clipped, the learning rate.
  Figure gradient_norm = {};
  Figure clipped_gradients = {};
  Figure learning_rate = {};
  // The same of a policy gradient: entropy of the policy, KL(policy, data), part of the rows that
  // are clipped, explained variance of the values, root mean square of advantages.
  Figure entropy = {};
  Figure kl_to_data = {};
  Figure clip_share = {};
  Figure explained_variance = {};
  Figure advantage_scale = {};
  // Mean age of the rows that were sampled: rows that came after them, and minutes of work.
  Figure age_rows = {};
  Figure age_minutes = {};

  // Of the round's games, parts of them: results by seat; without a result since they were cut; and
  // the word for their end.
  Figure seat0_wins = {};
  Figure seat1_wins = {};
  Figure draws = {};
  Figure cut = {};
  std::map<std::string, double> ends = {};
  // How far searches moved the policy: mean KL(search, network) of the rows, in nats.
  Figure surprise = {};

  // By the opponent's name.
  std::map<std::string, EloFigures> strength = {};
};

// Calls visit(tag, figure) for each figure with a name of its own; not for `ends` and `strength`.
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
