// SideName: see the header.
#include "matches/settings/side_names.h"

#include <string_view>
#include <vector>

#include "envs/match_play.h"

namespace kvintet::matches {

std::optional<envs::Seat> FirstSide(const envs::Playthrough& play) {
  const envs::MatchPlay* const rules = play.game().match_play();
  if (rules == nullptr) {
    return std::nullopt;
  }
  std::vector<std::string_view> moves;
  for (const envs::PlayedEvent& event : play.Events()) {
    if (event.actor != envs::Actor::kChance) {
      moves.push_back(event.text);
    }
  }
  return rules->FirstSide(moves);
}

std::string SideName(const envs::Playthrough& play, envs::Seat seat) {
  const std::optional<envs::Seat> first = FirstSide(play);
  return first ? play.game().match_play()->SideNames()[seat == *first ? 0 : 1] : "";
}

}  // namespace kvintet::matches
