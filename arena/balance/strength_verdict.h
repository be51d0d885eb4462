// StrengthVerdict: one answer from a whole ladder of players, weighed by their strength.
//
// Each player that played a game against itself says something of it: how much the first player
// scores, how many games are drawn. Players may disagree, and a weak player's bias is no property
// of the game. So players that neither look ahead nor have learnt (yardsticks) never decide; of
// the others, the judges, the strongest one is the witness, and its answer counts unless others
// certainly contradict it. docs/balance.md has the whole rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/balance/study/study_settings.h"
#include "arena/statistics/score.h"
#include "arena/statistics/verdict.h"

namespace kvintet::arena {

// Whether a strength neither looks ahead nor has learnt: `random`, `greedy`.
bool IsYardstick(const Rung& rung);

// Where a share certainly lies, seen from the range that is asked for.
enum class Place { kBelow, kInside, kAbove, kOpen };

// Of the first player's score: inside is fair, above is too good for it.
Place PlaceOf(Fairness fairness);

// Draws are few where they are certainly less than the first share of all games, many where they
// are certainly more than the second.
inline constexpr double kFewDraws = 1.0 / 3;
inline constexpr double kManyDraws = 0.5;
// Inside is few, above is many.
Place PlaceOfDraws(const Interval& draws);

// What one player says of a share of its games.
struct Testimony {
  size_t rung = 0;
  bool yardstick = false;
  int64_t games = 0;
  // Whether its play is over, and whether its games are enough to be heard.
  bool complete = false;
  bool enough = false;
  Interval share = {};
  Place place = Place::kOpen;
};

// How a player's share differs from the witness's, over games with the same indices.
struct Contrast {
  // Whether both have played enough to be compared.
  bool asked = false;
  // The player's less the witness's.
  double difference = 0;
  // Evidence against there being none, in nats; and whether it stands among all contrasts of the
  // study.
  double log_evidence = 0;
  bool stands = false;
};

// What the ladder as a whole says.
enum class Finding {
  // Only yardsticks took part.
  kNoJudge,
  // The witness has not played enough games.
  kTooFew,
  // The witness is not certain where the share lies, and nobody contradicts it.
  kOpen,
  // The witness is certain, and nobody who counts contradicts it.
  kSettled,
  // Players of other strengths certainly say something else.
  kDepends,
};

// The ladder's answer, and who gave it.
struct StrengthVerdict {
  Finding finding = Finding::kNoJudge;
  // The rung of the witness; nothing where no judge has played.
  std::optional<size_t> witness = {};
  // Where the share lies for the witness.
  Place place = Place::kOpen;
  // Whether the strongest judge below the witness is as certain of the same.
  bool backed = false;
  // The rungs that contradict, the weakest first.
  std::vector<size_t> against = {};
};

// The place of the witness among the players, who come weakest first: the strongest judge whose
// play is over or that has played half as many games as any judge. Nothing without judges.
std::optional<size_t> WitnessOf(std::span<const Testimony> players);

// `contrasts` as `players`, who come weakest first; that of the witness itself is not looked at. A
// contradiction is a contrast that stands and is of `gap` or more:
//   the witness says inside    by anybody who does not say inside too;
//   above (below is alike)     by whoever sees more of it, so that it shrinks as players get
//                              stronger, and by whoever says below;
//   nothing for certain        by anybody.
// Yardsticks contradict only where the witness is not backed.
StrengthVerdict Weigh(std::span<const Testimony> players, std::span<const Contrast> contrasts,
                      double gap);

}  // namespace kvintet::arena
