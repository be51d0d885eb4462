// Decides what players may do in a match, as events that Match::Apply then applies.
//
// None of these functions changes the match. Errors are refusals with reasons
// (serving/errors/refusal.h): FailedPrecondition (the match's state does not allow it), Aborted
// (the request was meant for an earlier state; the text names the current one), AlreadyExists (a
// second choice, or a place that is taken), InvalidArgument (an illegal move or a bad setting).
// Their texts tell the player nothing beyond its view.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "matches/settings/sources.h"
#include "matches/state/match.h"

namespace kvintet::matches {

using MatchEvents = std::vector<MatchEvent>;

// The time of a decision, and the sources it may use.
struct ActContext {
  const MatchSources* sources = nullptr;
  // MatchTime::Monotonic.
  int64_t now = 0;
};

// A person who joins. In a tournament match persons have invitations and preassigned names.
struct JoinAct {
  std::string name = {};
  std::string invitation = {};
  // The person's colour wishes (T7), if stated.
  std::optional<ColourWish> colours = {};
};

// A move, or a choice that stays hidden until the reveal.
struct MoveAct {
  int game_number = 1;
  // MatchGame::Ply at which it is to be played.
  int ply = 0;
  std::string move = {};
  // Renju R7: offers a draw with the move.
  bool offers_draw = false;
};

// What a player may do besides moving.
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
  // For these three see match_late.h and match_pauses.h.
  kStartClock,
  kContestPause,
  kAdmitPause,
};

// InvalidArgument unless a match may start then: unscheduled (0), or between now and a year from
// now.
absl::Status CheckStart(int64_t start_millis, const ActContext& context);

// Creates a match between these players. The first game begins at once if nobody is missing and no
// start is scheduled. `hashes` are those of the tokens of the players who are present. The events
// are the first that Match::Apply takes.
absl::StatusOr<MatchEvents> DecideCreate(MatchSettings settings, const GameFinder& find,
                                         const std::array<std::string, kPlayers>& hashes,
                                         const ActContext& context);

// Takes the first open place, or the one that the invitation is for. `hash` is that of the new
// token.
absl::StatusOr<MatchEvents> DecideJoin(const Match& match, const JoinAct& act,
                                       const std::string& hash, const ActContext& context);

absl::StatusOr<MatchEvents> DecideMove(const Match& match, int player, const MoveAct& act,
                                       const ActContext& context);

absl::StatusOr<MatchEvents> DecideAct(const Match& match, int player, int game_number, ActKind kind,
                                      const ActContext& context);

// Offers another game with the seats exchanged, or accepts the opponent's offer.
absl::StatusOr<MatchEvents> DecideRematch(const Match& match, int player, int game_number,
                                          const ActContext& context);

// Begins the first game, whether or not the players are present. REQUIRES: AwaitsStart().
MatchEvents DecideStart(const Match& match, const ActContext& context);

// What has happened by time alone: a scheduled start, a clock run out, patience exhausted.
MatchEvents DueEvents(const Match& match, const ActContext& context);
// When DueEvents must be called again. Empty: nothing will happen by time alone.
std::optional<int64_t> NextDue(const Match& match, const ActContext& context);

}  // namespace kvintet::matches
