// TableOptions, RequestKey and what MatchTable is told and answers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "matches/state/match_sight.h"
#include "matches/tournament/tournament_settings.h"

namespace kvintet::serving {

// Where matches are kept, and how many.
struct TableOptions {
  // Of the journal.
  std::string folder = {};
  // Matches in play at a time, and such as are over kept in memory.
  int max_matches = 10000;
  // Of directors, all that have ever been.
  int max_tournaments = 10000;
  // Events kept of a match for each audience.
  int max_events = 4096;
  // Plies of a game: at this one it ends for nothing.
  int max_plies = 10000;
  // Whether the table looks at the time by itself; tests do it (RunDue).
  bool watches_time = true;
};

// A request that may come twice: the second time the same answer is given and nothing is done, or
// InvalidArgument where it says something else. An empty id: it is done each time.
struct RequestKey {
  std::string id = {};
  // All that the request says.
  std::string body = {};
};

// The answer to an act, as bytes that are kept with it; made under the match's lock.
struct Admission {
  std::string match = {};
  // The player who was admitted, or -1.
  int player = -1;
  // Of the players admitted by this request; told once, and kept as hashes alone.
  std::array<std::string, kPlayers> tokens = {};
};
// What is answered to a move.
struct MoveReceipt {
  // Where it was played.
  int game_number = 1;
  int ply = 0;
  // Of a sealed choice.
  std::string seal = {};
};
template <typename Done>
using ReplyMaker = std::function<std::string(const Done&)>;

// What a watcher has not seen yet.
struct FeedPage {
  // Some events are not kept any more: the sight tells what they led to.
  bool skipped = false;
  std::vector<SeenEvent> events = {};
  MatchSight sight;
};

// An agent that must decide, with what it knows and no more.
struct AgentTurn {
  std::string match = {};
  int player = 0;
  int game_number = 1;
  int ply = 0;
  PlayerSettings settings = {};
  Knowledge knowledge;
};

// The answer to the making of an event.
struct TournamentAdmission {
  std::string event = {};
  // The director's; told once, and kept as its hash alone.
  std::string token = {};
};

// Pairs that play in an event.
struct RoundSettings {
  int round = 1;
  std::vector<TournamentPair> pairs = {};
  // Why the matches begin paused; empty: they do not.
  std::string paused_for = {};
  // MatchSettings::start_millis of each.
  int64_t start_millis = 0;
};

// Another match in place of a void one.
struct ReplayAct {
  std::string reason = {};
  // Whether it begins paused.
  bool paused = false;
};

// A match that was added to an event.
struct AddedMatch {
  std::string match = {};
  // Of the places of players 0 and 1; empty for an agent's. Told once, and kept as hashes alone.
  std::array<std::string, kPlayers> invitations = {};
};

// An event as all see it who may look on it.
struct TournamentLook {
  Tournament event = {};
  int64_t matches = 0;
};

// A part of a list of events.
struct TournamentPage {
  std::vector<TournamentLook> events = {};
  // Empty: there are no more.
  std::string next = {};
};

}  // namespace kvintet::serving
