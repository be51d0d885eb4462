// What players may do in a match, as events: decided by looking, applied by Match::Apply.
//
// None of these changes anything. Statuses are refusals, with their reasons
// (serving/errors/refusal.h): FailedPrecondition (the match's state does not allow it), Aborted (it
// was meant for an earlier state: the text says which it is now), AlreadyExists (a second choice, a
// place that is taken), InvalidArgument (no legal move, a bad setting). Their texts tell the player
// nothing that its view does not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "matches/settings/sources.h"
#include "matches/state/match.h"

namespace kvintet::serving {

using MatchEvents = std::vector<MatchEvent>;

// When something is decided, and with what.
struct ActContext {
  const MatchSources* sources = nullptr;
  // MatchTime::Monotonic.
  int64_t now = 0;
};

// Who comes. In an event's match persons have invitations, and the names that they were given.
struct JoinAct {
  std::string name = {};
  std::string invitation = {};
  // What it wishes (T7), where it says so.
  std::optional<ColourWish> colours = {};
};

// A move, or a choice that others shall not see yet.
struct MoveAct {
  int game_number = 1;
  // MatchGame::Ply where it is to be played.
  int ply = 0;
  std::string move = {};
  // Renju R7: a draw is offered with the move.
  bool offers_draw = false;
};

// What a player says besides moves.
enum class ActKind {
  kResign,
  kAcceptDraw,
  kDeclineDraw,
  kClaimTime,
  kOfferReset,
  kAcceptReset,
  kDeclineReset,
  kReady,
  kConsent,
  kPause,
  kResume,
  kClaimWin,
  // match_late.h, match_pauses.h.
  kStartClock,
  kContestPause,
  kAdmitPause,
};

// InvalidArgument unless a match may be agreed to begin then: at no certain hour (0), or from now
// on within a year.
absl::Status CheckStart(int64_t start_millis, const ActContext& context);

// A match between these players, begun at once if nobody is missing and no hour is set. `hashes`:
// of the tokens of those who are here. What Match::Apply wants first.
absl::StatusOr<MatchEvents> DecideCreate(MatchSettings settings, const GameFinder& find,
                                         const std::array<std::string, kPlayers>& hashes,
                                         const ActContext& context);

// Takes the first open place, or the one that the invitation is for. `hash`: of the new token.
absl::StatusOr<MatchEvents> DecideJoin(const Match& match, const JoinAct& act,
                                       const std::string& hash, const ActContext& context);

absl::StatusOr<MatchEvents> DecideMove(const Match& match, int player, const MoveAct& act,
                                       const ActContext& context);

absl::StatusOr<MatchEvents> DecideAct(const Match& match, int player, int game_number, ActKind kind,
                                      const ActContext& context);

// Offers another game with the seats exchanged, or accepts the other's offer.
absl::StatusOr<MatchEvents> DecideRematch(const Match& match, int player, int game_number,
                                          const ActContext& context);

// The first game begins, whoever is there. REQUIRES: AwaitsStart().
MatchEvents DecideStart(const Match& match, const ActContext& context);

// What has come about by time alone: the hour of a start, a fallen flag, patience at its end.
MatchEvents DueEvents(const Match& match, const ActContext& context);
// When DueEvents must be asked again; empty: time does nothing as things stand.
std::optional<int64_t> NextDue(const Match& match, const ActContext& context);

}  // namespace kvintet::serving
