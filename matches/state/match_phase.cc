// Match: who must act now, what the match waits for, and how a game ends.
#include "matches/state/match.h"

namespace kvintet::matches {
namespace {

using envs::Seat;

}  // namespace

PlayerSeats Match::Seats() const {
  // Before a game begins, the seat is the player's number.
  return games_.empty() ? PlayerSeats{Seat::k0, Seat::k1} : games_.back().seats;
}

ScoredGame Match::Scored() const {
  return {.game = games_.empty() ? *agreed_ : *games_.back().game,
          .play = games_.empty() ? nullptr : &games_.back().play,
          .seats = Seats(),
          .clock = *clock_,
          .points = settings_.event ? &settings_.event->points : nullptr};
}

void Match::ApplyEnded(const MatchEvent& event) {
  // The result decided by the director, with its points, is in the director's act.
  const bool decided = !acts_.empty() && acts_.back().act.kind == DirectorActKind::kDecided &&
                       event.text == EndReason(acts_.back().act);
  end_ = decided ? acts_.back().end
                 : EndOf(Scored(), {.reason = event.text,
                                    .loser = event.player,
                                    .claimed = event.flag,
                                    .spent = event.reading.spent});
  offers_.Lapse();
  EndPause();
  held_ = false;
  if (!games_.empty()) {
    games_.back().end = end_;
    games_.back().spent = event.reading.spent;
  }
  feeds_.Tell(event, game(), end_->reason);
}

bool Match::MustAct(int player) const {
  if (phase_ != Phase::kToMove && phase_ != Phase::kCommit) {
    return false;
  }
  return games_.back().Awaits(player);
}

bool Match::ShowsCommits(int player) const {
  return rules_.commits_are_public || settings_.players[At(player)].kind == PlayerKind::kAgent;
}

bool Match::IsThere(int player) const {
  return settings_.start_millis == 0 || games_.size() != 1 || players_[At(player)].ready;
}

Phase Match::PhaseNow() const {
  if (end_) {
    return Phase::kOver;
  }
  if (held_) {
    return Phase::kHeld;
  }
  if (games_.empty()) {
    const bool missing = settings_.players[0].open || settings_.players[1].open;
    return AwaitsStart() && !missing ? Phase::kScheduled : Phase::kOpen;
  }
  if (rules_.ready && !(players_[0].ready && players_[1].ready)) {
    return Phase::kReady;
  }
  if (pause_.by() >= 0) {
    return Phase::kPaused;
  }
  if (asks_consent_ && !(players_[0].consented && players_[1].consented)) {
    return Phase::kConsent;
  }
  return games_.back().game->Spec().simultaneous ? Phase::kCommit : Phase::kToMove;
}

}  // namespace kvintet::matches
