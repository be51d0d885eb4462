// StoreOptions, RequestKey, and the arguments and answers of MatchStore.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "matches/state/match_view.h"
#include "matches/tournament/tournament_settings.h"

namespace kvintet::matches {

// Where matches are stored, and how many.
struct StoreOptions {
  // The folder of the journal.
  std::string folder = {};
  // Most matches in play at a time, and most finished matches kept in memory.
  int max_matches = 10000;
  // Most tournaments ever created in this journal.
  int max_tournaments = 10000;
  // Events of a match that are kept for each audience.
  int max_events = 4096;
  // Plies of a game after which it ends and the match is void.
  int max_plies = 10000;
  // Whether the store runs its own thread for time. Tests call RunDue instead.
  bool watches_time = true;
};

// Identifies a request that may be repeated. The repetition gets the same answer and has no effect,
// or InvalidArgument if its content differs. With an empty id every request takes effect.
struct RequestKey {
  std::string id = {};
  // The content of the request.
  std::string body = {};
};

// The answer to a request that admits players.
struct Admission {
  std::string match = {};
  // The player who was admitted, or -1.
  int player = -1;
  // Tokens of the players admitted by this request. They are sent once, and only their hashes are
  // stored.
  std::array<std::string, kPlayers> tokens = {};
};
// The answer to a move.
struct MoveReceipt {
  // Where the move was played.
  int game_number = 1;
  int ply = 0;
  // The digest of a hidden choice.
  std::string seal = {};
};
template <typename Done>
using ReplyMaker = std::function<std::string(const Done&)>;

// Events that a watcher has not seen yet.
struct FeedPage {
  // Some events are no longer kept; the view shows what they led to.
  bool skipped = false;
  std::vector<SeenEvent> events = {};
  MatchView sight;
};

// An agent that must decide, with only the information that its seat has.
struct AgentTurn {
  std::string match = {};
  int player = 0;
  int game_number = 1;
  int ply = 0;
  PlayerSettings settings = {};
  Knowledge knowledge;
};

// The answer to the creation of a tournament.
struct TournamentAdmission {
  std::string event = {};
  // The director's token. It is sent once, and only its hash is stored.
  std::string token = {};
};

// A round of a tournament.
struct RoundSettings {
  int round = 1;
  std::vector<TournamentPair> pairs = {};
  // Why the matches begin paused. Empty: they do not.
  std::string paused_for = {};
  // MatchSettings::start_millis of each match.
  int64_t start_millis = 0;
};

// Requests a match that replaces a void one.
struct ReplayAct {
  std::string reason = {};
  // Whether the new match begins paused.
  bool paused = false;
};

// A match that was added to a tournament.
struct AddedMatch {
  std::string match = {};
  // Invitations for the places of players 0 and 1; empty for agents. They are sent once, and only
  // their hashes are stored.
  std::array<std::string, kPlayers> invitations = {};
};

// A tournament as seen by anyone who may watch it.
struct TournamentLook {
  Tournament event = {};
  int64_t matches = 0;
};

// One page of a list of tournaments.
struct TournamentPage {
  std::vector<TournamentLook> events = {};
  // Empty on the last page.
  std::string next = {};
};

}  // namespace kvintet::matches
