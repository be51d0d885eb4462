// MatchRules: see the header.
#include "matches/settings/match_rules.h"

#include <algorithm>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"

#include "base/check.h"
#include "envs/games/renju/claims.h"
#include "envs/games/renju/opening_choice.h"
#include "envs/rule_options.h"

namespace kvintet::serving {
namespace {

constexpr int64_t kMinute = 60'000;
constexpr int64_t kDay = 24 * 60 * kMinute;

// Konkvest's option under which players are asked what happens when a position repeats.
constexpr char kAsked[] = "cycle=go_on";
// The option with which an environment ends endless games.
constexpr char kMaxPlies[] = "max_plies";

// T6: the winner's points in tenths by the difference of scores. The loser gets 200 minus that.
constexpr std::array<int, 37> kWinnersTenths = {
    100, 133, 139, 143, 147, 150, 153, 155, 158, 160, 162, 164, 166, 168, 170, 172, 173, 175, 177,
    178, 180, 181, 183, 184, 185, 187, 188, 189, 191, 192, 193, 194, 195, 197, 198, 199, 200};
constexpr int kAllTenths = 200;
constexpr int kPenaltyTenths = 10;
constexpr int kForfeitTenths = 150;

// The option's largest value.
int MostPlies(const envs::Game& game) {
  const auto option = std::ranges::find(game.Options(), kMaxPlies, &envs::OptionSpec::key);
  KVINTET_CHECK(option != game.Options().end());
  return option->max;
}

int MaxPliesOf(const envs::Game& game) {
  const auto text = envs::ParseGameText(game.Spec().text);
  int plies = 0;
  KVINTET_CHECK(text.ok() && absl::SimpleAtoi(text->options.at(kMaxPlies), &plies));
  return plies;
}

// Whether one of two players who never stop must run out of time without anybody claiming it.
bool RunsOut(const ClockSettings& clock) {
  return clock.kind == ClockKind::kStages && !clock.claimed && clock.stages.back().moves == 0 &&
         clock.stages.back().increment_millis == 0;
}

int PenaltyTenths(int64_t spent, int64_t budget) {
  constexpr int64_t kMinuteMicros = kMinute * 1000;
  if (spent < budget) {
    return 0;
  }
  const int64_t minutes = (spent - budget) / kMinuteMicros;
  return static_cast<int>(std::min<int64_t>(kAllTenths, kPenaltyTenths * (1 + minutes)));
}

}  // namespace

MatchRules RulesOf(const envs::Game& game) {
  MatchRules rules = {.patience_millis = kDay};
  const std::string& name = game.Spec().name;
  if (name == "kontranto") {
    rules.commits_are_public = true;
    rules.first_commit_has_seat_0 =
        game.Spec().text.find("colour_choice=true") != std::string::npos;
    rules.rematch_fixes_colours = true;
    rules.two_step_consent = true;
    rules.clock.kind = ClockKind::kInformative;
  } else if (name == "renju") {
    rules.draw_offers = true;
    rules.opening_choices = true;
    rules.win_claims = game.Spec().text.find("forbidden=claimed") != std::string::npos;
  } else if (name == "punct" || name == "tiny_punct") {
    rules.endless = true;
  } else if (name == "konkvest") {
    rules.endless = true;
    rules.resets = true;
    rules.forced_reset = 5;
    rules.turns_before_clock = 17;
    rules.early_turn_millis = kMinute;
    rules.clock = {.kind = ClockKind::kHourglass, .total_millis = 10 * kMinute};
  } else if (name == "tantrix") {
    rules.ready = true;
    rules.pauses = true;
    rules.tournament_points = true;
    rules.clock = {.kind = ClockKind::kPenalty, .total_millis = 20 * kMinute};
  }
  return rules;
}

std::string PlayedText(const envs::Game& game) {
  std::string text =
      absl::StrReplaceAll(game.Spec().text, {{"cycle=end", kAsked}, {"cycle=restart", kAsked}});
  if (RulesOf(game).endless) {
    const auto longest = envs::WithOption(text, kMaxPlies, std::to_string(MostPlies(game)));
    KVINTET_CHECK(longest.ok());
    text = *longest;
  }
  return text;
}

void AgreeOnGame(const envs::Game& asked, MatchSettings* settings) {
  settings->game = PlayedText(asked);
  // A game that comes from another match or from a tournament has its bound already.
  if (RulesOf(asked).endless && MaxPliesOf(asked) != MostPlies(asked)) {
    settings->max_plies = MaxPliesOf(asked);
  }
}

int TurnBound(const MatchSettings& settings) {
  const bool agents = settings.players[0].kind == PlayerKind::kAgent &&
                      settings.players[1].kind == PlayerKind::kAgent;
  return agents && !RunsOut(settings.clock) ? settings.max_plies : 0;
}

std::string AgentsText(const std::string& played) {
  return absl::StrReplaceAll(played, {{kAsked, "cycle=end"}});
}

bool WasChoice(const envs::Playthrough& play) { return envs::renju::WasOpeningChoice(play); }

std::string WinToClaim(const envs::Playthrough& play, envs::Seat seat) {
  return std::string(envs::renju::ClaimableWin(play, seat));
}

std::array<int, 2> TournamentPoints(const std::array<int32_t, 2>& margin) {
  const size_t winner = margin[0] >= margin[1] ? 0 : 1;
  const auto difference = static_cast<size_t>(std::abs(margin[0] - margin[1]));
  std::array<int, 2> tenths;
  tenths[winner] = kWinnersTenths[std::min(difference, kWinnersTenths.size() - 1)];
  tenths[1 - winner] = kAllTenths - tenths[winner];
  return tenths;
}

std::array<int, 2> AfterPenalties(std::array<int, 2> tenths, const std::array<int64_t, 2>& spent,
                                  int64_t budget) {
  const int net = PenaltyTenths(spent[0], budget) - PenaltyTenths(spent[1], budget);
  tenths[0] = std::clamp(tenths[0] - net, 0, kAllTenths);
  tenths[1] = kAllTenths - tenths[0];
  return tenths;
}

std::array<int, 2> ForfeitPoints(envs::Seat loser) {
  std::array<int, 2> tenths = {kForfeitTenths, kForfeitTenths};
  tenths[static_cast<size_t>(envs::Index(loser))] = kAllTenths - kForfeitTenths;
  return tenths;
}

}  // namespace kvintet::serving
