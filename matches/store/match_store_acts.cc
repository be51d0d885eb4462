// MatchStore: requests of players and spectators, and the thread that watches the time.
#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "matches/game/commitment.h"
#include "matches/state/match_look.h"
#include "matches/store/live_match.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

constexpr int64_t kSecond = 1'000'000;
// The most time on a running clock that a crash may give back.
constexpr int64_t kSaveEvery = kSecond;
// The same for patience in matches without a clock.
constexpr int64_t kSaveAllEvery = 60 * kSecond;
// Time until the next attempt after the journal has failed.
constexpr int64_t kTryAgain = kSecond;
// Interval at which an idle journal is probed, so that a failing disk is noticed.
constexpr int64_t kProbeEvery = 10 * kSecond;
constexpr size_t kLongestId = 64;
constexpr char kCreateScope[] = "create";

bool IsDirector(const Match& match, const std::string& hash) {
  const std::optional<TournamentPlace>& event = match.settings().event;
  return event && SameBytes(hash, event->director);
}

absl::StatusOr<Audience> AudienceOf(const Match& match, const std::string& token) {
  if (token.empty() && match.settings().spectators) {
    return Audience::kSpectators;
  }
  const std::string hash = HashToken(token);
  for (int player = 0; player < kPlayers; ++player) {
    if (SameBytes(hash, match.player(player).token_hash)) {
      return static_cast<Audience>(player);
    }
  }
  if (IsDirector(match, hash)) {
    return Audience::kSpectators;
  }
  return Refusal(v1::REASON_BAD_TOKEN, "token: wanted the token of a seat of this match", "token");
}

absl::StatusOr<int> PlayerOf(const Match& match, const std::string& token) {
  KVINTET_ASSIGN_OR_RETURN(const Audience audience, AudienceOf(match, token));
  if (audience == Audience::kSpectators) {
    return Refusal(v1::REASON_BAD_TOKEN, "token: a spectator does not act", "token");
  }
  return static_cast<int>(audience);
}

// Request ids are scoped to one player, so that players cannot see each other's requests.
std::string ScopeOf(const std::string& match, const std::string& token) {
  return absl::StrCat(match, "/", HashToken(token));
}

std::function<absl::Status(const Match&)> ByPlayer(const std::string& token) {
  return [token](const Match& match) { return PlayerOf(match, token).status(); };
}

std::string Nothing(const Match& /*match*/, const MatchEvents& /*events*/) { return ""; }

std::string SealIn(const Match& match, const MatchEvent& event) {
  if (event.kind != EventKind::kCommitted) {
    return "";
  }
  return CommitmentTo({.match = match.id(),
                       .game = match.game()->number,
                       .ply = match.game()->Ply(),
                       .player = event.player,
                       .nonce = event.nonce,
                       .move = event.text});
}

}  // namespace

absl::Status CheckRequestId(const RequestKey& key, size_t shortest) {
  if (!key.id.empty() && (key.id.size() < shortest || key.id.size() > kLongestId)) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("request_id: wanted ", shortest, " to ", kLongestId,
                                " bytes, found ", key.id.size()),
                   "request_id");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> MatchStore::Create(MatchSettings settings, const RequestKey& key,
                                               const ReplyMaker<Admission>& reply) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, kShortestSecretId));
  std::string answer;
  Admission admission = {.match = sources_.secrets->Hex(kIdBytes)};
  {
    const std::lock_guard creating(creating_);
    KVINTET_ASSIGN_OR_RETURN(const std::optional<std::string> before,
                             AnsweredBefore(kCreateScope, key));
    if (before) {
      return *before;
    }
    KVINTET_RETURN_IF_ERROR(CheckRoom(1));
    std::array<std::string, kPlayers> hashes;
    for (int player = 0; player < kPlayers; ++player) {
      const PlayerSettings& made = settings.players[At(player)];
      if (made.kind == PlayerKind::kPerson && !made.open) {
        admission.player = admission.player < 0 ? player : admission.player;
        admission.tokens[At(player)] = sources_.secrets->Hex(kSecretBytes);
        hashes[At(player)] = HashToken(admission.tokens[At(player)]);
      }
    }
    const int64_t now = sources_.time->Monotonic();
    KVINTET_ASSIGN_OR_RETURN(const MatchEvents events,
                             DecideCreate(std::move(settings), find_, hashes, {&sources_, now}));
    answer = reply(admission);
    const std::shared_ptr<Live> live = NewLive(admission.match);
    {
      const std::lock_guard lock(live->mutex);
      KVINTET_RETURN_IF_ERROR(
          RecordOne(live.get(), events, Answered(kCreateScope, key, answer), now));
    }
    Insert(live);
  }
  Changed(admission.match);
  return answer;
}

absl::StatusOr<std::string> MatchStore::Join(const std::string& match, const JoinAct& act,
                                             const RequestKey& key,
                                             const ReplyMaker<Admission>& reply) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, kShortestSecretId));
  const std::string token = sources_.secrets->Hex(kSecretBytes);
  const auto decide = [&](const Match& joined, const ActContext& context) {
    return DecideJoin(joined, act, HashToken(token), context);
  };
  const auto answer = [&](const Match& /*joined*/, const MatchEvents& events) {
    Admission admission = {.match = match, .player = events.front().player};
    admission.tokens[At(admission.player)] = token;
    return reply(admission);
  };
  return Perform(match, {.scope = match + "/join", .key = key, .decide = decide, .reply = answer});
}

absl::StatusOr<std::string> MatchStore::Move(const std::string& match, const std::string& token,
                                             const MoveAct& act, const RequestKey& key,
                                             const ReplyMaker<MoveReceipt>& reply) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, 1));
  const auto decide = [&](const Match& played,
                          const ActContext& context) -> absl::StatusOr<MatchEvents> {
    KVINTET_ASSIGN_OR_RETURN(const int player, PlayerOf(played, token));
    return DecideMove(played, player, act, context);
  };
  const auto answer = [&](const Match& played, const MatchEvents& events) {
    return reply({played.game()->number, played.game()->Ply(), SealIn(played, events.front())});
  };
  return Perform(match, {.scope = ScopeOf(match, token),
                         .key = key,
                         .decide = decide,
                         .reply = answer,
                         .admit = ByPlayer(token)});
}

absl::Status MatchStore::Act(const std::string& match, const std::string& token, int game_number,
                             ActKind kind, const RequestKey& key) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, 1));
  const auto decide = [&](const Match& played,
                          const ActContext& context) -> absl::StatusOr<MatchEvents> {
    KVINTET_ASSIGN_OR_RETURN(const int player, PlayerOf(played, token));
    return DecideAct(played, player, game_number, kind, context);
  };
  return Perform(match, {.scope = ScopeOf(match, token),
                         .key = key,
                         .decide = decide,
                         .reply = Nothing,
                         .admit = ByPlayer(token)})
      .status();
}

absl::Status MatchStore::Rematch(const std::string& match, const std::string& token,
                                 int game_number, const RequestKey& key) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, 1));
  const auto decide = [&](const Match& played,
                          const ActContext& context) -> absl::StatusOr<MatchEvents> {
    KVINTET_ASSIGN_OR_RETURN(const int player, PlayerOf(played, token));
    KVINTET_RETURN_IF_ERROR(CheckRoom(1));
    return DecideRematch(played, player, game_number, context);
  };
  return Perform(match, {.scope = ScopeOf(match, token),
                         .key = key,
                         .decide = decide,
                         .reply = Nothing,
                         .admit = ByPlayer(token)})
      .status();
}

absl::StatusOr<Audience> MatchStore::Admit(const std::string& match, const std::string& token) {
  std::unique_lock<std::mutex> lock;
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<Live> live, Lock(match, &lock));
  return AudienceOf(live->match, token);
}

absl::StatusOr<MatchView> MatchStore::Look(const std::string& match, Audience audience) {
  std::unique_lock<std::mutex> lock;
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<Live> live, Lock(match, &lock));
  return ViewOf(live->match, audience, sources_.time->Monotonic(), sources_.time->WallMillis());
}

absl::StatusOr<FeedPage> MatchStore::EventsAfter(const std::string& match, Audience audience,
                                                 int64_t cursor, size_t most) {
  std::unique_lock<std::mutex> lock;
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<Live> live, Lock(match, &lock));
  const Feed& feed = live->match.feed(audience);
  if (cursor < 0 || cursor > feed.Last()) {
    return Refusal(v1::REASON_NO_SUCH_CURSOR,
                   absl::StrCat("cursor: wanted 0 to ", feed.Last(), ", found ", cursor), "cursor");
  }
  FeedPage page = {.skipped = cursor < feed.First() - 1,
                   .sight = ViewOf(live->match, audience, sources_.time->Monotonic(),
                                   sources_.time->WallMillis())};
  if (!page.skipped) {
    page.events = feed.After(cursor, most);
  }
  return page;
}

absl::StatusOr<MatchReport> MatchStore::Report(const std::string& match, Audience /*audience*/,
                                               int game_number) {
  std::unique_lock<std::mutex> lock;
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<Live> live, Lock(match, &lock));
  return ReportOf(live->match, game_number);
}

std::vector<AgentTurn> MatchStore::TakeAgentTurns(const std::string& match) {
  std::vector<AgentTurn> turns;
  std::unique_lock<std::mutex> lock;
  const absl::StatusOr<std::shared_ptr<Live>> live = Lock(match, &lock);
  if (!live.ok()) {
    return turns;
  }
  const Match& played = (*live)->match;
  for (int player = 0; player < kPlayers; ++player) {
    const PlayerSettings& settings = played.settings().players[At(player)];
    if (settings.kind != PlayerKind::kAgent || !played.MustAct(player)) {
      continue;
    }
    const std::pair<int, int> turn(played.game()->number, played.game()->Ply());
    if ((*live)->taken[At(player)] == turn) {
      continue;
    }
    (*live)->taken[At(player)] = turn;
    turns.push_back({.match = match,
                     .player = player,
                     .game_number = turn.first,
                     .ply = turn.second,
                     .settings = settings,
                     .knowledge = PlayersKnowledge(played, player)});
  }
  return turns;
}

absl::Status MatchStore::PlayAgent(const AgentTurn& turn, const std::string& move,
                                   const AgentModel& by) {
  const auto decide = [&](const Match& played, const ActContext& context) {
    absl::StatusOr<MatchEvents> events = DecideMove(
        played, turn.player,
        {.game_number = turn.game_number, .ply = turn.ply, .move = move, .offers_draw = false},
        context);
    if (events.ok()) {
      const std::vector<PlayingAgent>& before = played.game()->agents[At(turn.player)];
      const bool same = !before.empty() && before.back().model == by;
      events->front().agents[At(turn.player)] = same ? AgentModel() : by;
    }
    return events;
  };
  return Perform(turn.match, {.decide = decide, .reply = Nothing}).status();
}

void MatchStore::GiveBack(const AgentTurn& turn) {
  std::unique_lock<std::mutex> lock;
  const absl::StatusOr<std::shared_ptr<Live>> live = Lock(turn.match, &lock);
  if (live.ok()) {
    (*live)->taken[At(turn.player)].reset();
  }
}

std::vector<std::string> MatchStore::LiveMatches() {
  const std::lock_guard lock(mutex_);
  const std::set<std::string> over(over_.begin(), over_.end());
  std::vector<std::string> ids;
  for (const auto& [id, live] : matches_) {
    if (!over.contains(id)) {
      ids.push_back(id);
    }
  }
  std::ranges::sort(ids);
  return ids;
}

int64_t MatchStore::RunDue() {
  const int64_t now = sources_.time->Monotonic();
  std::vector<std::string> late;
  {
    const std::lock_guard lock(mutex_);
    while (!due_.empty() && due_.begin()->first <= now) {
      late.push_back(due_.begin()->second);
      due_.erase(due_.begin());
    }
  }
  for (const std::string& id : late) {
    std::unique_lock<std::mutex> lock;
    const absl::StatusOr<std::shared_ptr<Live>> live = Lock(id, &lock);
    if (!live.ok()) {
      continue;
    }
    const int64_t events = (*live)->match.NumEvents();
    const absl::Status settled = Settle(live->get(), now);
    if (!settled.ok()) {
      LogError("serving", "a match's time could not be recorded", {{"error", settled.ToString()}});
      Schedule(live->get(), now + kTryAgain);
    } else {
      Schedule(live->get(), NextDue((*live)->match, {&sources_, now}));
    }
    const bool changed = (*live)->match.NumEvents() != events;
    lock.unlock();
    if (changed) {
      Changed(id);
    }
  }
  if (now - saved_at_ >= kSaveEvery) {
    saved_at_ = now;
    const bool all = now - saved_all_at_ >= kSaveAllEvery;
    saved_all_at_ = all ? now : saved_all_at_;
    SaveReadings(now, all);
  }
  ProbeJournal(now);
  const std::lock_guard lock(mutex_);
  const int64_t save = saved_at_ + kSaveEvery;
  return due_.empty() ? save : std::min(save, due_.begin()->first);
}

void MatchStore::ProbeJournal(int64_t now) {
  const bool worked = journal_->Works();
  if (now - probed_at_ < (worked ? kProbeEvery : kTryAgain)) {
    return;
  }
  probed_at_ = now;
  const absl::Status probed = journal_->Probe();
  if (worked && !probed.ok()) {
    LogError("serving", "the journal of matches fails", {{"error", probed.ToString()}});
  }
}

void MatchStore::SaveReadings(int64_t now, bool all) {
  std::vector<std::shared_ptr<Live>> matches;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, live] : matches_) {
      matches.push_back(live);
    }
  }
  std::vector<JournalReading> readings;
  for (const std::shared_ptr<Live>& live : matches) {
    const std::lock_guard lock(live->mutex);
    const ClockReading reading = live->match.clock().Read(now);
    const bool shown = live->match.clock().settings().kind != ClockKind::kNone;
    if ((all || shown) && !(reading == live->saved)) {
      live->saved = reading;
      readings.push_back({live->match.id(), live->match.NumEvents(), reading});
    }
  }
  if (readings.empty()) {
    return;
  }
  if (const absl::Status saved = journal_->SaveReadings(readings); !saved.ok()) {
    LogError("serving", "clocks could not be saved", {{"error", saved.ToString()}});
  }
}

}  // namespace kvintet::matches
