// Match: applies the director's acts.
#include <utility>

#include "absl/strings/str_cat.h"

#include "matches/state/match.h"

namespace kvintet::matches {

absl::Status Match::ApplyOrganised(const MatchEvent& event) {
  absl::StatusOr<DirectorAct> act = DirectorActFromJson(event.text);
  if (!act.ok()) {
    return absl::DataLossError(
        absl::StrCat("the journal is damaged: directed: ", act.status().message()));
  }
  ToldAct told = {.act = *std::move(act),
                  .ply = games_.empty() ? 0 : games_.back().Ply(),
                  .at_millis = event.at_millis,
                  .former = end_};
  switch (told.act.kind) {
    case DirectorActKind::kPaused:
      held_ = true;
      break;
    case DirectorActKind::kResumed:
      held_ = false;
      if (told.act.wrong_pause) {
        ChargePause(event.at_millis);
      }
      EndPause();
      for (int player = 0; player < kPlayers; ++player) {
        // From now on the match can begin.
        players_[At(player)].clock_started = false;
        clock_->StopWaiting(player);
      }
      break;
    case DirectorActKind::kClocksAdjusted:
      for (int player = 0; player < kPlayers; ++player) {
        clock_->Give(player, told.act.clock_millis[At(player)] * kMicrosPerMilli);
      }
      break;
    case DirectorActKind::kPointsAdjusted:
      if (!end_) {
        return absl::DataLossError("the journal is damaged: points before the end");
      }
      end_->tenths = BySeat(told.act.tenths, Seats());
      told.end = end_;
      break;
    case DirectorActKind::kForfeited:
    case DirectorActKind::kDisqualified:
    case DirectorActKind::kVoided:
    case DirectorActKind::kDecided:
      // The end that the following event will set.
      told.end = EndOf(
          Scored(),
          {.reason = EndReason(told.act), .loser = told.act.player, .spent = event.reading.spent});
      if (told.act.by_points) {
        told.end->tenths = BySeat(told.act.tenths, Seats());
      }
      break;
    case DirectorActKind::kReset:
    case DirectorActKind::kReplayed:
      break;
  }
  if (!games_.empty()) {
    games_.back().end = end_;
  }
  acts_.push_back(std::move(told));
  feeds_.TellAct(event, game(), acts_.back());
  return absl::OkStatus();
}

}  // namespace kvintet::matches
