// StrengthVerdict: one verdict from a whole ladder of players, weighed by their strength.
//
// Each player's games against itself measure the game: how much the first player scores, and how
// many games are drawn. Players may disagree, and a weak player's bias is not a property of the
// game. So players that neither look ahead nor have learnt (baselines) never decide. Of the others,
// the judges, the strongest is the witness, and its answer counts unless others certainly
// contradict it. See docs/balance.md for the full rule.
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

// Whether the level's player neither looks ahead nor has learnt: `random`, `greedy`.
bool IsBaseline(const StudyLevel& level);

// Where a share certainly lies relative to the range in question; kOpen if undecided.
enum class Place { kBelow, kInside, kAbove, kOpen };

// Place of the first player's score: inside means fair, above means that the first player is
// favoured.
Place PlaceOf(Fairness fairness);

// Draws are few if their share is certainly below the first number, and many if it is certainly
// above the second.
inline constexpr double kFewDraws = 1.0 / 3;
inline constexpr double kManyDraws = 0.5;
// Inside is few, above is many.
Place PlaceOfDraws(const Interval& draws);

// One player's measurement of a share of its games.
struct Testimony {
  size_t level = 0;
  bool baseline = false;
  int64_t games = 0;
  // Whether its play is over, and whether it has played enough games to count.
  bool complete = false;
  bool enough = false;
  Interval share = {};
  Place place = Place::kOpen;
};

// Difference of a player's share from the witness's, over games with the same indices.
struct Contrast {
  // Whether both have played enough games to be compared.
  bool asked = false;
  // The player's share minus the witness's.
  double difference = 0;
  // Evidence against no difference, in nats, and whether it remains significant among all contrasts
  // of the study.
  double log_evidence = 0;
  bool stands = false;
};

// The finding of the ladder as a whole.
enum class Finding {
  // Only baselines took part.
  kNoJudge,
  // The witness has not played enough games.
  kTooFew,
  // The witness is not certain where the share lies, and no player contradicts it.
  kOpen,
  // The witness is certain, and no player that counts contradicts it.
  kSettled,
  // Players of other strengths certainly disagree.
  kDepends,
};

// The ladder's verdict, and the player it comes from.
struct StrengthVerdict {
  Finding finding = Finding::kNoJudge;
  // The level of the witness; empty if no judge has played.
  std::optional<size_t> witness = {};
  // Where the share lies according to the witness.
  Place place = Place::kOpen;
  // Whether the strongest judge below the witness is certain of the same place.
  bool backed = false;
  // The levels that contradict, weakest first.
  std::vector<size_t> against = {};
};

// Index of the witness among `players` (weakest first): the strongest judge whose play is over or
// that has played at least half as many games as any judge. Empty without judges.
std::optional<size_t> WitnessOf(std::span<const Testimony> players);

// `players` are weakest first, `contrasts` in the same order; the witness's own contrast is
// ignored. A contradiction is a significant contrast of at least `gap`. Which players contradict
// depends on the witness's place:
//   inside                     any player whose place is not inside;
//   above (below likewise)     a player with a larger share, since the effect then shrinks as
//                              players get stronger, and a player whose place is below;
//   open                       any player.
// Baselines contradict only if the witness is not backed.
StrengthVerdict Weigh(std::span<const Testimony> players, std::span<const Contrast> contrasts,
                      double gap);

}  // namespace kvintet::arena
