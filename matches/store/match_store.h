// MatchStore: keeps all matches, checks who may act, records events, and runs the clocks.
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
#include "matches/state/match_list.h"
#include "matches/store/match_answers.h"
#include "matches/store/match_journal.h"

namespace kvintet::matches {

// Thread-safe. Errors besides those of match_acts.h: NotFound (no such match), Unauthenticated (the
// token does not belong to the match), ResourceExhausted (too many matches), and the errors of the
// journal.
class MatchStore {
 public:
  // Opens the store and recovers the matches in play, whose clocks continue from now. `changed` is
  // called after events of a match have been recorded, with no lock held, and never after Stop.
  // `sources` are borrowed.
  static absl::StatusOr<std::unique_ptr<MatchStore>> Open(
      StoreOptions options, GameFinder find, const MatchSources& sources,
      std::function<void(const std::string& match)> changed);
  ~MatchStore();

  // Saves the clocks; from then on nothing happens by time alone. May be called twice.
  void Stop();

  // Tokens are given to those players who are persons and whose places are not open.
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

  // Tournaments (match_store_tournaments.cc). A director's token acts in the matches of its
  // tournament and sees what spectators see. NotFound for an unknown tournament. `joins` names the
  // section that the new tournament joins. If it names none, a section in the settings is a new
  // one.
  absl::StatusOr<std::string> CreateTournament(TournamentSettings settings, const RequestKey& key,
                                               const ReplyMaker<TournamentAdmission>& reply,
                                               const SectionKey& joins = {});
  // Adds one match for each pair, all or none. They begin paused if `paused_for` gives a reason.
  absl::StatusOr<std::string> AddMatches(const std::string& event, const std::string& token,
                                         const RoundSettings& round, const RequestKey& key,
                                         const ReplyMaker<std::vector<AddedMatch>>& reply);
  // Performs an act in a match of a tournament. For kReplayed use Replay.
  absl::Status Direct(const std::string& match, const std::string& token, const DirectorAct& act,
                      const RequestKey& key);
  // Adds a match that replaces a void one; `reply` receives its id.
  absl::StatusOr<std::string> Replay(const std::string& match, const std::string& token,
                                     const ReplayAct& act, const RequestKey& key,
                                     const ReplyMaker<std::string>& reply);
  // An empty token looks as a spectator.
  absl::StatusOr<TournamentLook> LookAtTournament(const std::string& event,
                                                  const std::string& token);
  absl::StatusOr<TournamentPage> ListTournaments(const MatchList& wanted);
  absl::StatusOr<std::vector<TableRow>> Standings(const std::string& event,
                                                  const std::string& token);

  // An empty token, or a director's, is admitted as a spectator.
  absl::StatusOr<Audience> Admit(const std::string& match, const std::string& token);
  absl::StatusOr<MatchView> Look(const std::string& match, Audience audience);
  // At most `most` events after `cursor`; if there are more, the view is later than the last event.
  // OutOfRange for a cursor that has not been reached.
  absl::StatusOr<FeedPage> EventsAfter(const std::string& match, Audience audience, int64_t cursor,
                                       size_t most);
  // Sorted by creation, latest first. InvalidArgument for a bad page or size, Unauthenticated for a
  // token that belongs to no player.
  absl::StatusOr<MatchPage> List(const MatchList& wanted);
  // The report of a game that has ended; 0 means the last one.
  absl::StatusOr<MatchReport> Report(const std::string& match, Audience audience, int game_number);

  // Turns of agents that nobody has taken yet. Each must be played or given back.
  std::vector<AgentTurn> TakeAgentTurns(const std::string& match);
  // `by`: the model that chose the move, if it is to be recorded.
  absl::Status PlayAgent(const AgentTurn& turn, const std::string& move, const AgentModel& by = {});
  void GiveBack(const AgentTurn& turn);
  // The ids of the matches in play.
  std::vector<std::string> LiveMatches();
  // Whether the journal was writable at the last attempt. It is probed periodically.
  bool Works() const { return journal_->Works(); }

  // Applies what is due by time alone, and periodically saves the clocks. Returns when it must be
  // called next (MatchTime::Monotonic).
  int64_t RunDue();

 private:
  struct Live;
  struct MatchCommand;

  MatchStore(StoreOptions options, GameFinder find, const MatchSources& sources,
             std::function<void(const std::string&)> changed,
             std::unique_ptr<MatchJournal> journal);
  absl::Status Recover();
  absl::StatusOr<std::shared_ptr<Live>> Find(const std::string& match);
  absl::StatusOr<std::shared_ptr<Live>> LoadLive(const std::string& match);
  absl::StatusOr<std::shared_ptr<Live>> Restore(const std::string& match,
                                                const JournalledMatch& loaded);
  // Returns the match that the table has by now: another thread may have loaded it first.
  std::shared_ptr<Live> Insert(const std::shared_ptr<Live>& live);
  // An error unless there is room for this many more matches.
  absl::Status CheckRoom(size_t more);
  // Finds the match and takes its lock.
  absl::StatusOr<std::shared_ptr<Live>> Lock(const std::string& match,
                                             std::unique_lock<std::mutex>* lock);
  absl::StatusOr<std::string> Perform(const std::string& match, const MatchCommand& command);
  // REQUIRES: live's lock is held.
  absl::StatusOr<std::string> PerformLocked(Live* live, const MatchCommand& command);
  absl::Status Settle(Live* live, int64_t now);
  struct Change;
  // REQUIRES: the locks of all changed matches are held.
  absl::Status Record(std::span<const Change> changes, const AnsweredRequest& request, int64_t now);
  absl::Status RecordOne(Live* live, const MatchEvents& events, const AnsweredRequest& request,
                         int64_t now);
  void Follow(const Change& change, int64_t now);
  // The tournament, for anyone who may watch it or, if `acts`, for its director only.
  absl::StatusOr<Tournament> FindTournament(const std::string& event, const std::string& token,
                                            bool acts);
  absl::Status JoinSection(const SectionKey& joins, TournamentSettings* settings);
  absl::StatusOr<std::vector<TournamentResult>> ResultsOf(const std::string& event);
  std::shared_ptr<Live> NewLive(const std::string& match) const;
  void Schedule(Live* live, std::optional<int64_t> due);
  // REQUIRES: mutex_ is held.
  void ForgetOldest();
  absl::StatusOr<std::optional<std::string>> AnsweredBefore(const std::string& scope,
                                                            const RequestKey& key);
  // Runs what is due until the store stops.
  void WatchTime();
  void ProbeJournal(int64_t now);
  // Saves matches whose clocks run, or all.
  void SaveReadings(int64_t now, bool all);
  void Changed(const std::string& match);

  const StoreOptions options_;
  const GameFinder find_;
  const MatchSources sources_;
  const std::function<void(const std::string&)> changed_;
  const std::unique_ptr<MatchJournal> journal_;
  // Held while a match is created, so that of two requests with the same id the second finds the
  // answer to the first.
  std::mutex creating_;
  // Acquired after the mutex of a Live.
  std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_.
  std::unordered_map<std::string, std::shared_ptr<Live>> matches_;
  // When each match must be looked at next, and the matches that are over, oldest first.
  std::set<std::pair<int64_t, std::string>> due_;
  std::list<std::string> over_;
  bool stopped_ = false;
  // Used only by the thread that calls RunDue.
  int64_t saved_at_ = 0;
  int64_t saved_all_at_ = 0;
  int64_t probed_at_ = 0;
  // Last member, so that it is joined first.
  std::jthread thread_;
};

}  // namespace kvintet::matches
