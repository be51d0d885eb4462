// MatchTable: all matches: who may do what in them, what is kept of it, what time does to them.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <condition_variable>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/match/match.h"
#include "serving/match/match_acts.h"
#include "serving/match/match_journal.h"
#include "serving/match/match_report.h"
#include "serving/match/sources.h"

namespace kvintet::serving {

// Where matches are kept, and how many.
struct TableOptions {
  // Of the journal.
  std::string folder = {};
  // Matches in play at a time, and such as are over kept in memory.
  int max_matches = 10000;
  // Events kept of a match for each audience.
  int max_events = 4096;
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

// Any thread. Statuses besides those of match_acts.h: NotFound (no such match), Unauthenticated
// (the token is none of its), ResourceExhausted (too many matches), and the journal's.
class MatchTable {
 public:
  // Recovers the matches in play: their clocks go on from now. `changed` is called, without any
  // lock held, after events of the match have been recorded; never after Stop. `sources` are
  // borrowed.
  static absl::StatusOr<std::unique_ptr<MatchTable>> Open(
      TableOptions options, GameFinder find, const MatchSources& sources,
      std::function<void(const std::string& match)> changed);
  ~MatchTable();

  // Keeps the clocks as they stand; nothing is changed by time any more. Twice does no harm.
  void Stop();

  // Tokens are given to the players who are persons and not open.
  absl::StatusOr<std::string> Create(MatchSettings settings, const RequestKey& key,
                                     const ReplyMaker<Admission>& reply);
  absl::StatusOr<std::string> Join(const std::string& match, const std::string& name,
                                   const RequestKey& key, const ReplyMaker<Admission>& reply);
  absl::StatusOr<std::string> Move(const std::string& match, const std::string& token,
                                   const MoveAct& act, const RequestKey& key,
                                   const ReplyMaker<MoveReceipt>& reply);
  absl::Status Act(const std::string& match, const std::string& token, int game_number,
                   ActKind kind, const RequestKey& key);
  absl::Status Rematch(const std::string& match, const std::string& token, int game_number,
                       const RequestKey& key);

  // An empty token: a spectator.
  absl::StatusOr<Audience> Admit(const std::string& match, const std::string& token);
  absl::StatusOr<MatchSight> Look(const std::string& match, Audience audience);
  // Events after `cursor`, at most `most` (then the sight is later than they are). OutOfRange for a
  // cursor that there has not been.
  absl::StatusOr<FeedPage> EventsAfter(const std::string& match, Audience audience, int64_t cursor,
                                       size_t most);
  // What there is, the latest created first. InvalidArgument for a bad page or size,
  // Unauthenticated for a token that is no player's.
  absl::StatusOr<MatchPage> List(const MatchList& wanted);
  // Of a game that has ended; number 0: the last that has.
  absl::StatusOr<MatchReport> Report(const std::string& match, Audience audience, int game_number);

  // Turns of agents that nobody has taken yet; each is to be played or given back.
  std::vector<AgentTurn> TakeAgentTurns(const std::string& match);
  absl::Status PlayAgent(const AgentTurn& turn, const std::string& move);
  void GiveBack(const AgentTurn& turn);
  // The ids of the matches in play.
  std::vector<std::string> LiveMatches();
  // Whether the journal can be written, as far as is known: it is tried now and then.
  bool Works() const { return journal_->Works(); }

  // Does what time has brought about, and keeps the clocks now and then. Returns when it wants to
  // be called again (MatchTime::Monotonic).
  int64_t RunDue();

 private:
  struct Live;
  struct Performance;

  MatchTable(TableOptions options, GameFinder find, const MatchSources& sources,
             std::function<void(const std::string&)> changed,
             std::unique_ptr<MatchJournal> journal);
  absl::Status Recover();
  absl::StatusOr<std::shared_ptr<Live>> Find(const std::string& match);
  absl::StatusOr<std::shared_ptr<Live>> LoadLive(const std::string& match);
  absl::StatusOr<std::shared_ptr<Live>> Restore(const std::string& match,
                                                const JournalledMatch& loaded);
  void Insert(const std::shared_ptr<Live>& live);
  absl::Status CheckRoom();
  // The match with its lock taken.
  absl::StatusOr<std::shared_ptr<Live>> Lock(const std::string& match,
                                             std::unique_lock<std::mutex>* lock);
  absl::StatusOr<std::string> Perform(const std::string& match, const Performance& performance);
  // With live's lock held.
  absl::StatusOr<std::string> PerformLocked(Live* live, const Performance& performance);
  absl::Status Settle(Live* live, int64_t now);
  absl::Status Record(Live* live, const MatchEvents& events, const AnsweredRequest& request,
                      int64_t now);
  void Schedule(Live* live, std::optional<int64_t> due);
  // With mutex_ held.
  void ForgetOldest();
  absl::StatusOr<std::optional<std::string>> AnsweredBefore(const std::string& scope,
                                                            const RequestKey& key);
  void ProbeJournal(int64_t now);
  // Of matches whose clocks are shown, or of all.
  void SaveReadings(int64_t now, bool all);
  void Changed(const std::string& match);

  const TableOptions options_;
  const GameFinder find_;
  const MatchSources sources_;
  const std::function<void(const std::string&)> changed_;
  const std::unique_ptr<MatchJournal> journal_;
  // One creation at a time: of two with the same id the second finds the first's answer.
  std::mutex creating_;
  // Taken after a Live's.
  std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_.
  std::unordered_map<std::string, std::shared_ptr<Live>> matches_;
  // When each must be looked at, and those that are over, oldest first.
  std::set<std::pair<int64_t, std::string>> due_;
  std::list<std::string> over_;
  bool stopped_ = false;
  // Of the thread that calls RunDue.
  int64_t saved_at_ = 0;
  int64_t saved_all_at_ = 0;
  int64_t probed_at_ = 0;
  // Last: joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
