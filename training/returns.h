// LambdaReturn: what a row's seat may expect from there on, by the values and the result to come.
#pragma once

#include "selfplay/game_record.h"

namespace kvintet::training {

// How what comes after a row is weighed.
struct ReturnRule {
  // 1: the result, 0: the value found at the seat's next row (Sutton: TD(lambda)).
  double lambda = 1;
  // The lead in margins at which a game that was cut counts as won; 0: it is a draw.
  double cut_lead = 0;
  // What is n actions away counts discount^n.
  double discount = 1;
};

// The mean of the values found at the later rows of the same seat and, last, the result, the k-th
// weighing lambda^(k - 1) (1 - lambda) and the last the rest. From the row's seat, in [-1, 1].
// REQUIRES: a row of the record.
double LambdaReturn(const selfplay::GameRecord& record, size_t row, const ReturnRule& rule);

}  // namespace kvintet::training
