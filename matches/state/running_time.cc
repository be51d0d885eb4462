// RunningOf: see the header.
#include "matches/state/running_time.h"

namespace kvintet::matches {
namespace {

// Whether the match waits for something other than a move of the player.
bool Delays(const Match& match, int player) {
  switch (match.phase()) {
    case Phase::kOpen:
      return match.settings().players[At(player)].open && !match.AwaitsStart();
    case Phase::kReady:
      return !match.player(player).ready;
    case Phase::kPaused:
      // The director settles a contested pause, so nobody's patience runs.
      return !match.pause().HasResumed(player) && !match.pause().contested();
    case Phase::kConsent:
      return !match.player(player).consented;
    default:
      return false;
  }
}

// A person cannot commit before an agent has, so until then the agent's time runs.
bool AwaitsAgent(const Match& match, int player) {
  const auto& players = match.settings().players;
  const int other = 1 - player;
  return match.phase() == Phase::kCommit && match.MustAct(other) &&
         players[At(player)].kind == PlayerKind::kPerson &&
         players[At(other)].kind == PlayerKind::kAgent;
}

// What runs for the player while moves are awaited.
void RunForMove(const Match& match, int player, ClockRunning* running) {
  // Renju §15: while neither player is present, one clock runs and its time is charged to both.
  const bool nobody = !match.IsThere(0) && !match.IsThere(1);
  const bool acts = nobody || (match.MustAct(player) && !AwaitsAgent(match, player));
  const bool early =
      static_cast<int>(match.game()->play.Events().size()) < match.rules().turns_before_clock;
  // A claimed flag does not fall while nobody is present to claim it.
  const MatchClock& clock = match.clock();
  const bool flag = clock.HasFlag() && !(nobody && clock.settings().claimed);
  running->clock[At(player)] = acts && !early;
  running->patience[At(player)] = acts && !(running->clock[At(player)] && flag);
}

}  // namespace

ClockRunning RunningOf(const Match& match) {
  ClockRunning running;
  const bool moves = match.phase() == Phase::kToMove || match.phase() == Phase::kCommit;
  for (int player = 0; player < kPlayers; ++player) {
    if (moves) {
      RunForMove(match, player, &running);
    } else {
      running.clock[At(player)] = match.player(player).clock_started && match.IsAwaited(player);
      running.patience[At(player)] = Delays(match, player);
    }
  }
  return running;
}

}  // namespace kvintet::matches
