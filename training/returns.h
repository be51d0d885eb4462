// LambdaReturn, LambdaWdl: what a row's seat may expect from there on, by the values found later
// and the result.
#pragma once

#include "selfplay/evaluator.h"
#include "selfplay/game_record.h"

namespace kvintet::training {

// How what comes after a row is weighed.
struct ReturnRule {
  // 1: the result, 0: the value found at the seat's next row (Sutton: TD(lambda)).
  double lambda = 1;
  // A game that was cut is worth its lead in margins divided by this, within [-1, 1]; 0: what the
  // last search of the game found, or a draw where there was none.
  double cut_lead = 0;
  // What is n actions away counts discount^n.
  double discount = 1;
};

// The mean of the values found at the later rows of the same seat and, last, the result, the k-th
// weighing lambda^(k - 1) (1 - lambda) and the last the rest. Rows that nobody has judged, as those
// of demonstrations, are passed over. From the row's seat, in [-1, 1]. REQUIRES: a row of the
// record.
double LambdaReturn(const selfplay::GameRecord& record, size_t row, const ReturnRule& rule);

// The same mean of distributions over win, draw and loss: a game that nobody can draw stays one.
// What a discount takes away, and what a lead leaves open, is a draw.
selfplay::Wdl LambdaWdl(const selfplay::GameRecord& record, size_t row, const ReturnRule& rule);

}  // namespace kvintet::training
