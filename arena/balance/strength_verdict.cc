// StrengthVerdict: see the header.
#include "arena/balance/strength_verdict.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace kvintet::arena {
namespace {

// Whether the player's answer is incompatible with that of the witness.
bool Contradicts(const Testimony& player, const Contrast& contrast, const Testimony& witness,
                 double gap) {
  if (!player.enough || !contrast.stands || std::abs(contrast.difference) < gap) {
    return false;
  }
  switch (witness.place) {
    case Place::kInside:
      return player.place != Place::kInside;
    case Place::kAbove:
      return contrast.difference > 0 || player.place == Place::kBelow;
    case Place::kBelow:
      return contrast.difference < 0 || player.place == Place::kAbove;
    case Place::kOpen:
      break;
  }
  return true;
}

// Whether the strongest judge below the witness is certain of the same place.
bool IsBacked(std::span<const Testimony> players, size_t witness) {
  for (size_t i = witness; i-- > 0;) {
    if (!players[i].baseline && players[i].enough) {
      return players[i].place == players[witness].place && players[i].place != Place::kOpen;
    }
  }
  return false;
}

}  // namespace

bool IsBaseline(const StudyLevel& level) {
  return std::ranges::all_of(
      level.specs, [](const std::string& spec) { return spec == "random" || spec == "greedy"; });
}

Place PlaceOf(Fairness fairness) {
  switch (fairness) {
    case Fairness::kFair:
    case Fairness::kFairButFirst:
    case Fairness::kFairButSecond:
      return Place::kInside;
    case Fairness::kFirstBeyond:
      return Place::kAbove;
    case Fairness::kSecondBeyond:
      return Place::kBelow;
    default:
      return Place::kOpen;
  }
}

Place PlaceOfDraws(const Interval& draws) {
  return draws.high <= kFewDraws   ? Place::kInside
         : draws.low >= kManyDraws ? Place::kAbove
                                   : Place::kOpen;
}

std::optional<size_t> WitnessOf(std::span<const Testimony> players) {
  int64_t most = 0;
  for (const Testimony& player : players) {
    most = player.baseline ? most : std::max(most, player.games);
  }
  std::optional<size_t> witness;
  for (size_t i = 0; i < players.size(); ++i) {
    const bool played =
        players[i].games > 0 && (players[i].complete || 2 * players[i].games >= most);
    witness = played && !players[i].baseline ? i : witness;
  }
  return witness;
}

StrengthVerdict Weigh(std::span<const Testimony> players, std::span<const Contrast> contrasts,
                      double gap) {
  KVINTET_CHECK_EQ(players.size(), contrasts.size());
  StrengthVerdict verdict;
  const std::optional<size_t> found = WitnessOf(players);
  if (!found) {
    return verdict;
  }
  const Testimony& witness = players[*found];
  verdict.witness = witness.level;
  verdict.place = witness.place;
  if (!witness.enough) {
    verdict.finding = Finding::kTooFew;
    return verdict;
  }
  verdict.backed = IsBacked(players, *found);
  for (size_t i = 0; i < players.size(); ++i) {
    const bool heard = i != *found && !(players[i].baseline && verdict.backed);
    if (heard && Contradicts(players[i], contrasts[i], witness, gap)) {
      verdict.against.push_back(players[i].level);
    }
  }
  verdict.finding = !verdict.against.empty()        ? Finding::kDepends
                    : witness.place == Place::kOpen ? Finding::kOpen
                                                    : Finding::kSettled;
  return verdict;
}

}  // namespace kvintet::arena
