// LambdaReturn, LambdaWdl: the TD(lambda) target of a row, from later values and the result.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "selfplay/evaluators/evaluator.h"
#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// A privileged critic's judgment of one game. The critic sees both seats' knowledge.
struct GameJudgment {
  // For each row, from the point of view of the seat that decides there.
  std::vector<Wdl> rows;
  // For each row: the value of the position after its action, for the same seat, if chance acts
  // before the next row or the end; else empty. An empty vector leaves luck in the returns.
  std::vector<std::optional<float>> after;
};

// By GameRecord::number.
using GameJudgments = std::unordered_map<uint32_t, GameJudgment>;

// How the events after a row are weighted.
struct ReturnRule {
  // 1: the result only; 0: the value found at the seat's next row (Sutton: TD(lambda)).
  double lambda = 1;
  // A game that was cut is worth its lead in margins divided by this, within [-1, 1]. 0: it is
  // worth what the last search of the game found, or a draw if there was no search.
  double cut_lead = 0;
  // Values n actions away are weighted by discount^n.
  double discount = 1;
  // For a game that ended by its rules, this share of its worth is the lead in margins divided by
  // margin_scale, within [-1, 1], expressed as chances to win and to lose. The rest is the result.
  double margin_share = 0;
  double margin_scale = 1;
  // Replaces the recorded values. The later rows of both seats then count, those of the other seat
  // with reversed sign. Borrowed; null: none.
  const GameJudgment* judgment = nullptr;
};

// The weighted mean of the values found at later rows of the same seat and of the result. The k-th
// value has weight lambda^(k - 1) (1 - lambda); the result has the remaining weight. Rows without a
// judged value, such as those of demonstrations, are skipped. From the row's seat, in [-1, 1].
//
// If a judgment knows the positions before chance acts, the luck is subtracted from everything that
// follows it: the value after chance acted less the value before (Burch and others: "AIVAT", 2018).
// The mean is unchanged as far as the judgment is right, but a single return may leave [-1, 1].
// REQUIRES: a row of the record; a judgment of all its rows.
double LambdaReturn(const GameRecord& record, size_t row, const ReturnRule& rule);

// The same mean over distributions of win, draw and loss. A game that cannot be drawn gets no draw
// probability. Weight lost to the discount, and what the lead of a cut game leaves open, counts as
// a draw. Luck is not removed.
Wdl LambdaWdl(const GameRecord& record, size_t row, const ReturnRule& rule);

}  // namespace kvintet::selfplay
