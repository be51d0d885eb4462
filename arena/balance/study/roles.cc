// Roles: see the header.
#include "arena/balance/study/roles.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

#include "arena/balance/study/counted_games.h"
#include "envs/registry.h"

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

bool SeatZeroBegins(const Events& events) {
  return events.empty() || absl::StartsWith(events[0], "0 ");
}

// The side that is named first, which both seats' first moves decide.
bool SeatZeroIsFirst(const envs::MatchPlay& sides, const Events& events) {
  std::vector<std::string_view> moves;
  for (const absl::string_view event : events) {
    moves.emplace_back(event.data() + 2, event.size() - 2);
  }
  return sides.FirstSide(moves).value_or(envs::Seat::k0) == envs::Seat::k0;
}

}  // namespace

RoleFinder::RoleFinder(const envs::Game& game) {
  const envs::MatchPlay* const sides = game.match_play();
  sides_ = sides != nullptr && sides->Rules().balance_by_side ? sides : nullptr;
}

RoleFinder::RoleFinder(const std::string& game) {
  if (absl::StatusOr<std::unique_ptr<envs::Game>> made = envs::MakeGame(game); made.ok()) {
    *this = RoleFinder(**made);
    made_ = *std::move(made);
  }
}

SideNames RoleFinder::Names() const {
  if (sides_ == nullptr) {
    return {"who begins", "who follows"};
  }
  const auto [first, second] = sides_->SideNames();
  return {first, second};
}

RoleGame RoleFinder::Find(const StudyGame& one) const {
  const Events events = FirstEvents(one.record);
  const bool zero = sides_ != nullptr ? SeatZeroIsFirst(*sides_, events) : SeatZeroBegins(events);
  return {.game = {.first_return = zero ? one.first_return : -one.first_return},
          .shows = sides_ != nullptr || !zero};
}

std::optional<RoleGames> GamesByRole(const envs::Game& game, std::span<const StudyGame> games) {
  const RoleFinder finder(game);
  RoleGames role = {.names = finder.Names()};
  bool shown = false;
  for (const StudyGame& one : games) {
    RoleGame seen = finder.Find(one);
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
