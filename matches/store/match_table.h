// MatchTable: all matches: who may do what in them, what is kept of it, what time does to them.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <condition_variable>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "matches/report/match_report.h"
#include "matches/settings/sources.h"
#include "matches/state/match.h"
#include "matches/state/match_acts.h"
#include "matches/store/match_answers.h"
#include "matches/store/match_journal.h"

namespace kvintet::serving {

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
  absl::StatusOr<std::string> Join(const std::string& match, const JoinAct& act,
                                   const RequestKey& key, const ReplyMaker<Admission>& reply);
  absl::StatusOr<std::string> Move(const std::string& match, const std::string& token,
                                   const MoveAct& act, const RequestKey& key,
                                   const ReplyMaker<MoveReceipt>& reply);
  absl::Status Act(const std::string& match, const std::string& token, int game_number,
                   ActKind kind, const RequestKey& key);
  absl::Status Rematch(const std::string& match, const std::string& token, int game_number,
                       const RequestKey& key);

  // Events of directors; these are in match_table_tournaments.cc. A token of a director acts in its
  // event's matches, and sees what spectators see. NotFound for an unknown event. `joins`: the
  // section that the event joins; without an event there, the settings' section, if any, is a new
  // one.
  absl::StatusOr<std::string> CreateTournament(TournamentSettings settings, const RequestKey& key,
                                               const ReplyMaker<TournamentAdmission>& reply,
                                               const SectionKey& joins = {});
  // One match for each pair, all or none; they begin paused where `paused_for` gives a reason.
  absl::StatusOr<std::string> AddMatches(const std::string& event, const std::string& token,
                                         const RoundSettings& round, const RequestKey& key,
                                         const ReplyMaker<std::vector<AddedMatch>>& reply);
  // An act in a match of an event; kReplayed is Replay's.
  absl::Status Direct(const std::string& match, const std::string& token, const DirectorAct& act,
                      const RequestKey& key);
  // Another match in place of a void one; `reply` is made of its id.
  absl::StatusOr<std::string> Replay(const std::string& match, const std::string& token,
                                     const ReplayAct& act, const RequestKey& key,
                                     const ReplyMaker<std::string>& reply);
  // An empty token: as anybody.
  absl::StatusOr<TournamentLook> LookAtTournament(const std::string& event,
                                                  const std::string& token);
  absl::StatusOr<TournamentPage> ListTournaments(const MatchList& wanted);
  absl::StatusOr<std::vector<TableRow>> Standings(const std::string& event,
                                                  const std::string& token);

  // An empty token: a spectator. A director's: as one.
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
  // `by`: what has chosen the move, if that is to be known.
  absl::Status PlayAgent(const AgentTurn& turn, const std::string& move, const AgentModel& by = {});
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
  // For so many more matches.
  absl::Status CheckRoom(size_t more);
  // The match with its lock taken.
  absl::StatusOr<std::shared_ptr<Live>> Lock(const std::string& match,
                                             std::unique_lock<std::mutex>* lock);
  absl::StatusOr<std::string> Perform(const std::string& match, const Performance& performance);
  // With live's lock held.
  absl::StatusOr<std::string> PerformLocked(Live* live, const Performance& performance);
  absl::Status Settle(Live* live, int64_t now);
  struct Change;
  // Of all of them the locks are held.
  absl::Status Record(std::span<const Change> changes, const AnsweredRequest& request, int64_t now);
  absl::Status RecordOne(Live* live, const MatchEvents& events, const AnsweredRequest& request,
                         int64_t now);
  void Follow(const Change& change, int64_t now);
  // The event, for whoever may look on it, or, if it `acts`, its director.
  absl::StatusOr<Tournament> FindTournament(const std::string& event, const std::string& token,
                                            bool acts);
  absl::Status JoinSection(const SectionKey& joins, TournamentSettings* settings);
  absl::StatusOr<std::vector<TournamentResult>> ResultsOf(const std::string& event);
  std::shared_ptr<Live> NewLive(const std::string& match) const;
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
