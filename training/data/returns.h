// LambdaReturn, LambdaWdl: what a row's seat may expect from there on, by the values found later
// and the result.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "proto/learner_config.pb.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/records/game_record.h"

namespace kvintet::training {

// What a critic that has seen both seats' knowledge says of a game.
struct GameJudgment {
  // Of each row, for the seat that decides there.
  std::vector<selfplay::Wdl> rows;
  // Of the position after each row's action, for the same seat, where chance acts before the next
  // row or the end; else none. Empty: luck stays in.
  std::vector<std::optional<float>> after;
};

// By GameRecord::number.
using GameJudgments = std::unordered_map<uint32_t, GameJudgment>;

// Whether there is a critic that judges games.
inline bool HasPrivilegedCritic(const LearnerConfig& config) {
  return config.policy_gradient().privileged_critic().blocks() > 0;
}

// How what comes after a row is weighed.
struct ReturnRule {
  // 1: the result, 0: the value found at the seat's next row (Sutton: TD(lambda)).
  double lambda = 1;
  // A game that was cut is worth its lead in margins divided by this, within [-1, 1]; 0: what the
  // last search of the game found, or a draw where there was none.
  double cut_lead = 0;
  // What is n actions away counts discount^n.
  double discount = 1;
  // Of what a game that its rules have ended is worth this share is its lead in margins divided by
  // margin_scale, within [-1, 1], as chances to win and to lose; the rest its result.
  double margin_share = 0;
  double margin_scale = 1;
  // In place of what was found at rows; the later rows of both seats then count, the other's turned
  // over. Borrowed; null: none.
  const GameJudgment* judgment = nullptr;
};

// The mean of the values found at the later rows of the same seat and, last, the result, the k-th
// weighing lambda^(k - 1) (1 - lambda) and the last the rest. Rows that nobody has judged, as those
// of demonstrations, are passed over. From the row's seat, in [-1, 1].
//
// Where a judgment knows positions before chance acts, what chance brought is taken from all that
// comes after it: the value there less that before (Burch and others: "AIVAT", 2018). The mean
// stays as far as the judgment is right; the return may leave [-1, 1]. REQUIRES: a row of the
// record; a judgment of all its rows.
double LambdaReturn(const selfplay::GameRecord& record, size_t row, const ReturnRule& rule);

// The same mean of distributions over win, draw and loss: a game that nobody can draw stays one.
// What a discount takes away, and what a lead of a game that was cut leaves open, is a draw. Luck
// stays in.
selfplay::Wdl LambdaWdl(const selfplay::GameRecord& record, size_t row, const ReturnRule& rule);

}  // namespace kvintet::training
