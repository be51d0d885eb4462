// Match: players joining, players awaited, and the settings agreed on by then.
#include "base/status_macros.h"
#include "matches/state/match.h"

namespace kvintet::matches {

absl::Status Match::ApplyJoined(const MatchEvent& event) {
  PlayerSettings& joined = settings_.players[At(event.player)];
  joined.open = false;
  joined.name = event.text;
  joined.colours = event.colours;
  players_[At(event.player)].token_hash = event.tokens[At(event.player)];
  // The player joins late, after a scheduled start.
  players_[At(event.player)].ready = !games_.empty() && !rules_.ready;
  if (games_.empty()) {
    settings_.keeps_seats = settings_.keeps_seats || AreColoursWished(WishesOf(settings_));
    KVINTET_RETURN_IF_ERROR(Agree());
  }
  feeds_.Tell(event, game(), event.text);
  return absl::OkStatus();
}

void Match::ApplyCome(const MatchEvent& event) {
  if (event.kind == EventKind::kReady) {
    players_[At(event.player)].ready = true;
    players_[At(event.player)].came_unseen = false;
    clock_->StopWaiting(event.player);
  } else {
    players_[At(1 - event.player)].clock_started = true;
  }
  feeds_.Tell(event, game(), event.text);
}

absl::Status Match::Agree() {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, GameOf(settings_));
  KVINTET_ASSIGN_OR_RETURN(agreed_, find_(text));
  return absl::OkStatus();
}

bool Match::IsAwaited(int player) const {
  if (!rules_.ready || AwaitsStart() || (phase_ != Phase::kOpen && phase_ != Phase::kReady)) {
    return false;
  }
  const PlayerSettings& awaited = settings_.players[At(player)];
  // Nobody can be late for a place that is open to anybody.
  return phase_ == Phase::kReady ? !players_[At(player)].ready
                                 : awaited.open && !awaited.invitation.empty();
}

}  // namespace kvintet::matches
