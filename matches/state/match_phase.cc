// Match: who must act now, whose time runs, and how a game ends.
#include "matches/state/match.h"

namespace kvintet::serving {
namespace {

using envs::Seat;

size_t At(int player) { return static_cast<size_t>(player); }
int Number(size_t player) { return static_cast<int>(player); }

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

ClockRunning Match::RunningNow() const {
  ClockRunning running;
  // Renju §15: while neither player is present, one clock runs and its time is charged to both.
  const bool nobody = !IsThere(0) && !IsThere(1);
  for (size_t p = 0; p < kPlayers; ++p) {
    running.clock[p] = players_[p].clock_started && IsAwaited(Number(p));
    switch (phase_) {
      case Phase::kOpen:
        running.patience[p] = settings_.players[p].open && !AwaitsStart();
        break;
      case Phase::kReady:
        running.patience[p] = !players_[p].ready;
        break;
      case Phase::kPaused:
        // The director settles a contested pause, so nobody's patience runs.
        running.patience[p] = !pause_.HasResumed(Number(p)) && !pause_.contested();
        break;
      case Phase::kConsent:
        running.patience[p] = !players_[p].consented;
        break;
      case Phase::kToMove:
      case Phase::kCommit: {
        // A person cannot commit before an agent has, so until then the agent's time runs.
        const int other = Number(1 - p);
        const bool kept = phase_ == Phase::kCommit && MustAct(other) &&
                          settings_.players[p].kind == PlayerKind::kPerson &&
                          settings_.players[At(other)].kind == PlayerKind::kAgent;
        const bool acts = nobody || (MustAct(Number(p)) && !kept);
        const bool early =
            static_cast<int>(games_.back().play.Events().size()) < rules_.turns_before_clock;
        running.clock[p] = acts && !early;
        // A claimed flag does not fall while nobody is present to claim it.
        const bool flag = clock_->HasFlag() && !(nobody && clock_->settings().claimed);
        running.patience[p] = acts && !(running.clock[p] && flag);
        break;
      }
      case Phase::kOver:
      case Phase::kHeld:
      case Phase::kScheduled:
        break;
    }
  }
  return running;
}

}  // namespace kvintet::serving
