// Roles: see the header.
#include "arena/balance/study/roles.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

#include "arena/balance/study/counted_games.h"

namespace kvintet::arena {
namespace {

using Events = std::vector<absl::string_view>;

// The first two events of seats in a record, without those of chance.
Events FirstEvents(const std::string& record) {
  Events events;
  for (const absl::string_view part : absl::StrSplit(record, "; ")) {
    if (absl::StartsWith(part, "0 ") || absl::StartsWith(part, "1 ")) {
      events.push_back(part);
    }
    if (events.size() == 2) {
      break;
    }
  }
  return events;
}

bool NamesRoles(absl::string_view game) { return game.substr(0, game.find('{')) == "kontranto"; }

// Kontranto: seat 0 is White if the two seats chose different shapes, or if there is no such
// choice.
bool SeatZeroIsWhite(absl::string_view game, const Events& events) {
  return !absl::StrContains(game, "colour_choice=true") || events.size() < 2 ||
         events[0].substr(2) != events[1].substr(2);
}

bool SeatZeroBegins(const Events& events) {
  return events.empty() || absl::StartsWith(events[0], "0 ");
}

}  // namespace

RoleGame ByRole(absl::string_view game, const StudyGame& one) {
  const Events events = FirstEvents(one.record);
  const bool named = NamesRoles(game);
  const bool zero = named ? SeatZeroIsWhite(game, events) : SeatZeroBegins(events);
  return {.game = {.first_return = zero ? one.first_return : -one.first_return},
          .shows = named || !zero};
}

std::optional<RoleGames> GamesByRole(const envs::Game& game, std::span<const StudyGame> games) {
  const std::string& text = game.Spec().text;
  RoleGames role = {.names = NamesRoles(text) ? SideNames{"White", "Black"}
                                              : SideNames{"who begins", "who follows"}};
  bool shown = false;
  for (const StudyGame& one : games) {
    RoleGame seen = ByRole(text, one);
    shown |= seen.shows;
    role.games.push_back(std::move(seen.game));
  }
  return shown ? std::optional(std::move(role)) : std::nullopt;
}

RoleResults FindRole(const RoleGames& role, double margin, double confidence) {
  const Interval score = ScoreOf(role.games, confidence);
  return {.names = role.names,
          .score = score,
          .fairness = JudgeFairness(score, margin),
          .verdict = VerdictText(score, margin, role.names)};
}

}  // namespace kvintet::arena
