// RulesOf, PlayedText, AgentsText: see the header.
#include "matches/settings/match_rules.h"

#include <algorithm>

#include "absl/strings/numbers.h"

#include "base/check.h"
#include "envs/rule_options.h"

namespace kvintet::matches {
namespace {

using envs::TournamentRules;

// The option that ends the game after a number of turns. REQUIRES: `key` is one of its options.
const envs::OptionSpec& LengthOption(const envs::Game& game, const std::string& key) {
  const auto option = std::ranges::find(game.Options(), key, &envs::OptionSpec::key);
  KVINTET_CHECK(option != game.Options().end());
  return *option;
}

int ValueOf(const envs::Game& game, const std::string& key) {
  const auto text = envs::ParseGameText(game.Spec().text);
  int value = 0;
  KVINTET_CHECK(text.ok() && absl::SimpleAtoi(text->options.at(key), &value));
  return value;
}

// Whether one of two players who never stop must run out of time without anybody claiming it.
bool RunsOut(const ClockSettings& clock) {
  return clock.kind == ClockKind::kStages && !clock.claimed && clock.stages.back().moves == 0 &&
         clock.stages.back().increment_millis == 0;
}

int PenaltyTenths(const TournamentRules& rules, int64_t spent, int64_t budget) {
  constexpr int64_t kMinuteMicros = int64_t{60} * 1000 * 1000;
  if (spent < budget) {
    return 0;
  }
  const int64_t minutes = (spent - budget) / kMinuteMicros;
  return static_cast<int>(std::min<int64_t>(rules.total, rules.penalty_per_minute * (1 + minutes)));
}

}  // namespace

std::string WithOptions(std::string text, const envs::OptionValues& options) {
  for (const auto& [key, value] : options) {
    const absl::StatusOr<std::string> changed = envs::WithOption(text, key, value);
    KVINTET_CHECK(changed.ok());
    text = *changed;
  }
  return text;
}

envs::MatchRules RulesOf(const envs::Game& game) {
  const envs::MatchPlay* const play = game.match_play();
  return play == nullptr ? envs::MatchRules() : play->Rules();
}

std::string PlayedText(const envs::Game& game) {
  const envs::MatchRules rules = RulesOf(game);
  std::string text = WithOptions(game.Spec().text, rules.match_options);
  if (const std::string& length = rules.length_option; !length.empty()) {
    text = WithOptions(text, {{length, std::to_string(LengthOption(game, length).max)}});
  }
  return text;
}

void AgreeOnGame(const envs::Game& asked, MatchSettings* settings) {
  settings->game = PlayedText(asked);
  const std::string length = RulesOf(asked).length_option;
  // A game that comes from another match or from a tournament has its bound already.
  if (!length.empty() && ValueOf(asked, length) != LengthOption(asked, length).max) {
    settings->max_plies = ValueOf(asked, length);
  }
}

int TurnBound(const MatchSettings& settings) {
  const bool agents = settings.players[0].kind == PlayerKind::kAgent &&
                      settings.players[1].kind == PlayerKind::kAgent;
  return agents && !RunsOut(settings.clock) ? settings.max_plies : 0;
}

std::string AgentsText(const envs::Game& played) {
  return WithOptions(played.Spec().text, RulesOf(played).agent_options);
}

std::array<int, 2> AfterPenalties(const TournamentRules& rules, std::array<int, 2> tenths,
                                  const std::array<int64_t, 2>& spent, int64_t budget) {
  const int net = PenaltyTenths(rules, spent[0], budget) - PenaltyTenths(rules, spent[1], budget);
  tenths[0] = std::clamp(tenths[0] - net, 0, rules.total);
  tenths[1] = rules.total - tenths[0];
  return tenths;
}

std::array<int, 2> ForfeitPoints(const TournamentRules& rules, envs::Seat loser) {
  std::array<int, 2> tenths = {rules.forfeit, rules.forfeit};
  tenths[static_cast<size_t>(envs::Index(loser))] = rules.total - rules.forfeit;
  return tenths;
}

}  // namespace kvintet::matches
