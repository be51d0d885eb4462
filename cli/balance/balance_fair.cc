// The light for "fair?" of a study of balance, and proofs of fairness: see balance_trend.h.
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/balance/strength_verdict.h"
#include "cli/balance/balance_tables.h"
#include "cli/balance/balance_trend.h"
#include "envs/match_play.h"

namespace kvintet::cli {
namespace {

using arena::Finding;
using arena::Interval;
using arena::LevelResults;
using arena::Place;
using arena::StrengthVerdict;

// A side of a game: a seat, or a role that can move between seats.
struct Side {
  arena::SideNames names = {};
  const StrengthVerdict* verdict = nullptr;
  ShareOf share = {};
  std::function<std::string(const LevelResults&)> text = {};
};

Side SeatSide(const arena::LadderResults& ladder) {
  return {.names = {"the first player", "the second player"},
          .verdict = &ladder.by_seat,
          .share = [](const LevelResults& level) { return level.score; },
          .text = [](const LevelResults& level) { return level.verdict; }};
}

Side RoleSide(const LevelResults& level, const arena::LadderResults& ladder) {
  return {.names = level.role ? level.role->names : arena::SideNames(),
          .verdict = &*ladder.by_role,
          .share = [](const LevelResults& one) { return one.role ? one.role->score : one.score; },
          .text = [](const LevelResults& one) { return one.role ? one.role->verdict : ""; }};
}

// "With look-ahead 32, the strongest look-ahead player here, the first player scores 49.4 %
// [45.0, 53.9] in 1488 games".
std::string WitnessText(const BalanceReport& report, size_t variant, const Side& side) {
  const LevelResults& level = LevelOf(report, variant, *side.verdict->witness);
  return absl::StrFormat("With %s, the strongest look-ahead player here, %s scores %s in %d games",
                         PlayerName(report, level), side.names.first,
                         PercentText(side.share(level)), level.games);
}

// For a score without a verdict, the side that it certainly favours, by however little.
std::string Leaning(const Interval& score, const arena::SideNames& names) {
  return score.low > 0.5    ? "leans to " + names.first
         : score.high < 0.5 ? "leans to " + names.second
                            : "not decided";
}

// The answer for one side, from the verdict over all strengths.
FrontLine FairFor(const BalanceReport& report, size_t variant, const Side& side) {
  FrontLine line = {.question = "fair"};
  const StrengthVerdict& verdict = *side.verdict;
  const std::string shares = SharesText(report, variant, side.share);
  if (verdict.finding == Finding::kNoJudge) {
    return NotJudged("fair", absl::StrCat("score of ", side.names.first, ", ", shares));
  }
  if (!verdict.witness) {
    return NothingYet("fair");
  }
  const LevelResults& witness = LevelOf(report, variant, *verdict.witness);
  const std::string said = WitnessText(report, variant, side);
  const bool open = verdict.finding == Finding::kOpen;
  if (verdict.finding == Finding::kTooFew || (open && !witness.complete)) {
    line = TooFew("fair", absl::StrCat(said, ". Nothing is certain yet."));
  } else if (verdict.finding == Finding::kDepends) {
    line.light = Light::kDepends;
    line.label = kDependsLabel;
    line.sentence = absl::StrCat(Direction(report, variant, verdict, side.share,
                                           absl::StrCat("the better for ", side.names.first),
                                           absl::StrCat("the worse for ", side.names.first)),
                                 ". ", said, ": ", side.text(witness),
                                 ". Stronger players may show something else.");
  } else {
    line.light = open ? Light::kLook : verdict.place == Place::kInside ? Light::kGood : Light::kBad;
    line.label = open                              ? Leaning(side.share(witness), side.names)
                 : verdict.place == Place::kInside ? "yes"
                                                   : "no";
    line.sentence = absl::StrCat(said, ": ", side.text(witness), ".");
  }
  line.trend = absl::StrCat("Score of ", side.names.first, ": ", shares, ".");
  return line;
}

bool MayBeEven(const Interval& score) { return score.low <= 0.5 && score.high >= 0.5; }

FrontLine FairByProof(const BalanceReport& report, size_t variant, const Side& side,
                      const std::string& proof) {
  FrontLine line = {
      .question = "fair", .light = Light::kGood, .label = "yes, by proof", .sentence = proof};
  const LevelResults& level = Headline(report, variant);
  if (level.games > 0) {
    const Interval score = side.share(level);
    absl::StrAppendFormat(
        &line.sentence, " The players here %s: %s scores %s with %s.",
        MayBeEven(score) ? "give no reason to doubt that" : "do not play well enough to show that",
        side.names.first, PercentText(score), PlayerName(report, level));
    line.trend = absl::StrCat("Score of ", side.names.first, ": ",
                              SharesText(report, variant, side.share), ".");
  }
  return line;
}

}  // namespace

// If the rules have a role, such as White or the beginner, the answer is about that role, unless
// the answer for the seats is worse.
FrontLine Fair(const BalanceReport& report, size_t variant) {
  const arena::LadderResults& ladder = report.results.ladders[variant];
  const Side seat = SeatSide(ladder);
  const std::string proof = SymmetryProof(*report.games[variant]);
  if (!ladder.by_role) {
    return proof.empty() ? FairFor(report, variant, seat)
                         : FairByProof(report, variant, seat, proof);
  }
  const Side role = RoleSide(Headline(report, variant), ladder);
  if (!proof.empty()) {
    return FairByProof(report, variant, role, proof);
  }
  FrontLine by_role = FairFor(report, variant, role);
  FrontLine by_seat = FairFor(report, variant, seat);
  return by_seat.light > by_role.light ? by_seat : by_role;
}

std::string SymmetryProof(const envs::Game& game) {
  const envs::MatchPlay* const sides = game.match_play();
  return sides == nullptr ? "" : std::string(sides->EqualityProof());
}

}  // namespace kvintet::cli
