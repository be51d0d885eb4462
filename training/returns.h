// LambdaReturn: what a row's seat may expect from there on, by the values and the result to come.
#pragma once

#include "selfplay/game_record.h"

namespace kvintet::training {

// The mean of the values found at the later rows of the same seat and, last, the result, the k-th
// weighing lambda^(k - 1) (1 - lambda) and the last the rest (Sutton: TD(lambda); nothing is
// discounted): 1 gives the result, 0 the next value. From the row's seat, in [-1, 1]. With a
// `cut_lead` the result of a game that was cut is its lead in margins, divided by that and held
// within [-1, 1]. REQUIRES: a row of the record.
double LambdaReturn(const selfplay::GameRecord& record, size_t row, double lambda,
                    double cut_lead = 0);

}  // namespace kvintet::training
