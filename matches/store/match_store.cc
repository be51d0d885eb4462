// MatchStore: see the header.
#include "matches/store/match_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/files/sha256.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "matches/game/commitment.h"
#include "matches/store/live_match.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

// Whether the match is over after these events, so that nothing more happens unless requested.
bool IsOver(const Match& match, const MatchEvents& events) {
  bool over = match.end().has_value();
  for (const MatchEvent& event : events) {
    over = event.kind == EventKind::kEnded || (over && event.kind != EventKind::kStarted);
  }
  return over;
}

}  // namespace

AnsweredRequest Answered(const std::string& scope, const RequestKey& key,
                         const std::string& reply) {
  if (key.id.empty()) {
    return {};
  }
  return {scope, Sha256Hex(key.id), Sha256Hex(key.body), MaskReply(key.id, reply)};
}

MatchStore::MatchStore(StoreOptions options, GameFinder find, const MatchSources& sources,
                       std::function<void(const std::string&)> changed,
                       std::unique_ptr<MatchJournal> journal)
    : options_(std::move(options)),
      find_(std::move(find)),
      sources_(sources),
      changed_(std::move(changed)),
      journal_(std::move(journal)) {}

absl::StatusOr<std::unique_ptr<MatchStore>> MatchStore::Open(
    StoreOptions options, GameFinder find, const MatchSources& sources,
    std::function<void(const std::string& match)> changed) {
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<MatchJournal> journal,
                           MatchJournal::Open(options.folder));
  std::unique_ptr<MatchStore> table(new MatchStore(std::move(options), std::move(find), sources,
                                                   std::move(changed), std::move(journal)));
  KVINTET_RETURN_IF_ERROR(table->Recover());
  if (table->options_.watches_time) {
    table->thread_ = std::jthread([table = table.get()] { table->WatchTime(); });
  }
  return table;
}

void MatchStore::WatchTime() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    lock.unlock();
    const int64_t wait = RunDue() - sources_.time->Monotonic();
    lock.lock();
    if (wait > 0 && !stopped_) {
      wake_.wait_for(lock, std::chrono::microseconds(wait));
    }
  }
}

MatchStore::~MatchStore() { Stop(); }

void MatchStore::Stop() {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) {
      return;
    }
    stopped_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
  SaveReadings(sources_.time->Monotonic(), true);
}

absl::Status MatchStore::Recover() {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> ids, journal_->LiveMatches());
  for (const std::string& id : ids) {
    const absl::StatusOr<std::shared_ptr<Live>> live = LoadLive(id);
    if (!live.ok()) {
      // Continue: the other matches can be played.
      LogError("serving", "match not recovered", {{"error", live.status().ToString()}});
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<MatchStore::Live>> MatchStore::LoadLive(const std::string& match) {
  KVINTET_ASSIGN_OR_RETURN(const std::optional<JournalledMatch> loaded, journal_->Load(match));
  if (!loaded) {
    return Refusal(v1::REASON_UNKNOWN_MATCH, "there is no such match", "match");
  }
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<Live> live, Restore(match, *loaded));
  return Insert(live);
}

std::shared_ptr<MatchStore::Live> MatchStore::NewLive(const std::string& match) const {
  return std::make_shared<Live>(
      match, find_,
      MatchLimits{.events = static_cast<size_t>(options_.max_events), .plies = options_.max_plies});
}

absl::StatusOr<std::shared_ptr<MatchStore::Live>> MatchStore::Restore(
    const std::string& match, const JournalledMatch& loaded) {
  std::shared_ptr<Live> live = NewLive(match);
  for (const MatchEvent& event : loaded.events) {
    KVINTET_RETURN_IF_ERROR(live->match.Apply(event, std::nullopt));
  }
  const int64_t now = sources_.time->Monotonic();
  live->match.Resume(loaded.reading.value_or(live->match.clock().Read(now)), now);
  return live;
}

std::shared_ptr<MatchStore::Live> MatchStore::Insert(const std::shared_ptr<Live>& live) {
  const std::lock_guard live_lock(live->mutex);
  const Match& match = live->match;
  // Made first: if memory runs out, the match is in matches_ and over_ or in neither.
  std::list<std::string> over(match.end() ? 1 : 0, match.id());
  {
    const std::lock_guard lock(mutex_);
    const auto [place, added] = matches_.try_emplace(match.id(), live);
    if (!added) {
      return place->second;
    }
    if (match.end()) {
      over_.splice(over_.end(), over);
      ForgetOldest();
    }
  }
  Schedule(live.get(), NextDue(match, {&sources_, sources_.time->Monotonic()}));
  return live;
}

absl::StatusOr<std::shared_ptr<MatchStore::Live>> MatchStore::Find(const std::string& match) {
  {
    const std::lock_guard lock(mutex_);
    const auto place = matches_.find(match);
    if (place != matches_.end()) {
      return place->second;
    }
  }
  return LoadLive(match);
}

absl::Status MatchStore::CheckRoom(size_t more) {
  const std::lock_guard lock(mutex_);
  if (stopped_) {
    return Refusal(v1::REASON_DRAINING, "the server is stopping");
  }
  const size_t live = matches_.size() - std::min(matches_.size(), over_.size());
  if (live + more > static_cast<size_t>(options_.max_matches)) {
    return Refusal(v1::REASON_TOO_MANY_MATCHES,
                   absl::StrCat(live, " of ", options_.max_matches,
                                " matches are in play already; try again later"));
  }
  return absl::OkStatus();
}

void MatchStore::Schedule(Live* live, std::optional<int64_t> due) {
  const std::lock_guard lock(mutex_);
  const std::string& id = live->match.id();
  if (live->due) {
    due_.erase({*live->due, id});
  }
  live->due = due;
  if (due) {
    due_.emplace(*due, id);
    wake_.notify_all();
  }
}

absl::StatusOr<std::optional<std::string>> MatchStore::AnsweredBefore(const std::string& scope,
                                                                      const RequestKey& key) {
  if (key.id.empty()) {
    return std::optional<std::string>();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::optional<AnsweredRequest> before,
                           journal_->FindRequest(scope, Sha256Hex(key.id)));
  if (!before) {
    return std::optional<std::string>();
  }
  if (before->body != Sha256Hex(key.body)) {
    return Refusal(v1::REASON_REQUEST_ID_USED, "request_id: the id was used for another request",
                   "request_id");
  }
  return std::optional(MaskReply(key.id, before->reply));
}

absl::Status MatchStore::Record(std::span<const Change> changes, const AnsweredRequest& request,
                                int64_t now) {
  std::vector<JournalEntry> entries;
  for (const Change& change : changes) {
    const Match& match = change.live->match;
    entries.push_back({.match = match.id(),
                       .first = match.NumEvents(),
                       .events = change.events,
                       .over = IsOver(match, change.events)});
  }
  KVINTET_RETURN_IF_ERROR(journal_->Append(entries, request));
  for (const Change& change : changes) {
    Follow(change, now);
  }
  return absl::OkStatus();
}

absl::Status MatchStore::RecordOne(Live* live, const MatchEvents& events,
                                   const AnsweredRequest& request, int64_t now) {
  const Change change = {live, events};
  return Record(std::span(&change, 1), request, now);
}

void MatchStore::Follow(const Change& change, int64_t now) {
  Match& match = change.live->match;
  const bool was_over = match.end().has_value();
  for (const MatchEvent& event : change.events) {
    const bool stood = match.phase() == Phase::kPaused || match.phase() == Phase::kHeld;
    const absl::Status applied = match.Apply(event, now);
    KVINTET_CHECK(applied.ok());
    if (stood && match.phase() != Phase::kPaused && match.phase() != Phase::kHeld) {
      // An agent's move that arrived meanwhile was refused, so ask the agent again.
      change.live->taken = {};
    }
  }
  Schedule(change.live, NextDue(match, {&sources_, now}));
  const std::lock_guard lock(mutex_);
  if (match.end() && !was_over) {
    over_.push_back(match.id());
    ForgetOldest();
  } else if (!match.end() && was_over) {
    over_.remove(match.id());
  }
}

// The journal still has a forgotten match. A match that is in use is kept.
void MatchStore::ForgetOldest() {
  if (over_.size() <= static_cast<size_t>(options_.max_matches)) {
    return;
  }
  const auto place = matches_.find(over_.front());
  const std::shared_ptr<Live> live = place->second;
  const std::unique_lock lock(live->mutex, std::try_to_lock);
  if (lock.owns_lock()) {
    live->forgotten = true;
    matches_.erase(place);
    over_.pop_front();
  }
}

absl::Status MatchStore::Settle(Live* live, int64_t now) {
  const ActContext context = {&sources_, now};
  for (MatchEvents due = DueEvents(live->match, context); !due.empty();
       due = DueEvents(live->match, context)) {
    KVINTET_RETURN_IF_ERROR(RecordOne(live, due, {}, now));
  }
  return absl::OkStatus();
}

void MatchStore::Changed(const std::string& match) {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) {
      return;
    }
  }
  if (changed_ != nullptr) {
    changed_(match);
  }
}

absl::StatusOr<std::shared_ptr<MatchStore::Live>> MatchStore::Lock(
    const std::string& match, std::unique_lock<std::mutex>* lock) {
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(std::shared_ptr<Live> live, Find(match));
    *lock = std::unique_lock(live->mutex);
    // If the match was forgotten meanwhile, it must be loaded again.
    if (!live->forgotten) {
      return live;
    }
    lock->unlock();
  }
}

absl::StatusOr<std::string> MatchStore::Perform(const std::string& match,
                                                const MatchCommand& command) {
  std::unique_lock<std::mutex> lock;
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<Live> live, Lock(match, &lock));
  const int64_t events_before = live->match.NumEvents();
  absl::StatusOr<std::string> reply = PerformLocked(live.get(), command);
  // What happened by time alone is recorded even if the request fails.
  const bool changed = live->match.NumEvents() != events_before;
  lock.unlock();
  if (changed) {
    Changed(match);
  }
  return reply;
}

absl::StatusOr<std::string> MatchStore::PerformLocked(Live* live, const MatchCommand& command) {
  if (command.admit != nullptr) {
    KVINTET_RETURN_IF_ERROR(command.admit(live->match));
  }
  KVINTET_ASSIGN_OR_RETURN(const std::optional<std::string> before,
                           AnsweredBefore(command.scope, command.key));
  if (before) {
    return *before;
  }
  // Read the clock under the lock, so that the later of two requests has the later time.
  const int64_t now = sources_.time->Monotonic();
  KVINTET_RETURN_IF_ERROR(Settle(live, now));
  KVINTET_ASSIGN_OR_RETURN(const MatchEvents events, command.decide(live->match, {&sources_, now}));
  std::string reply = command.reply(live->match, events);
  KVINTET_RETURN_IF_ERROR(
      RecordOne(live, events, Answered(command.scope, command.key, reply), now));
  return reply;
}

}  // namespace kvintet::matches
