// Roles: see the header.
#include "arena/balance/roles.h"

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

#include "arena/balance/counted_games.h"

namespace kvintet::arena {
namespace {

using Events = std::vector<absl::string_view>;

// The seats' events of a record, chance's left out.
Events SeatEvents(const std::string& record) {
  Events events;
  for (const absl::string_view part : absl::StrSplit(record, "; ")) {
    if (absl::StartsWith(part, "0 ") || absl::StartsWith(part, "1 ")) {
      events.push_back(part);
    }
  }
  return events;
}

// Kontranto: seat 0 is White where the two chose different shapes, or where nobody chooses.
bool SeatZeroIsWhite(absl::string_view game, const Events& events) {
  return !absl::StrContains(game, "colour_choice=true") || events.size() < 2 ||
         events[0].substr(2) != events[1].substr(2);
}

}  // namespace

bool HasNamedRoles(absl::string_view game) { return game.substr(0, game.find('{')) == "kontranto"; }

bool FirstSeatHasRole(absl::string_view game, const StudyGame& one) {
  const Events events = SeatEvents(one.record);
  return HasNamedRoles(game) ? SeatZeroIsWhite(game, events)
                             : events.empty() || absl::StartsWith(events[0], "0 ");
}

std::optional<RoleGames> GamesByRole(const envs::Game& game, std::span<const StudyGame> games) {
  const std::string& text = game.Spec().text;
  const bool named = HasNamedRoles(text);
  RoleGames role = {.names = named ? SideNames{"White", "Black"}
                                   : SideNames{"who begins", "who follows"}};
  bool other = false;
  for (const StudyGame& one : games) {
    const bool zero = FirstSeatHasRole(text, one);
    other |= !zero;
    role.games.push_back({.first_return = zero ? one.first_return : -one.first_return});
  }
  if (games.empty() || (!named && !other)) {
    return std::nullopt;
  }
  return role;
}

RoleFindings FindRole(const RoleGames& role, double margin, double confidence) {
  const Interval score = ScoreOf(role.games, confidence);
  return {.names = role.names,
          .score = score,
          .fairness = JudgeFairness(score, margin),
          .verdict = VerdictText(score, margin, role.names)};
}

}  // namespace kvintet::arena
