// Match: see the header.
#include "matches/state/match.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/match_play.h"
#include "matches/game/commitment.h"
#include "matches/state/running_time.h"

namespace kvintet::matches {
namespace {

using envs::Actor;
using envs::Seat;

int Number(size_t player) { return static_cast<int>(player); }

absl::Status Damaged(const MatchEvent& event, const std::string& why) {
  return absl::DataLossError(
      absl::StrCat("the journal is damaged: ", EventName(event.kind), ": ", why));
}

absl::Status AsInJournal(const absl::Status& played) {
  return played.ok()
             ? played
             : absl::DataLossError(absl::StrCat("the journal is damaged: ", played.message()));
}

}  // namespace

Match::Match(std::string id, GameFinder find, MatchLimits limits)
    : id_(std::move(id)), find_(std::move(find)), limits_(limits), feeds_(limits.events) {}

const MatchGame* Match::game(int number) const {
  const bool there = number >= 1 && At(number) <= games_.size();
  return there ? &games_[At(number - 1)] : nullptr;
}

int64_t Match::NumPlies() const {
  int64_t plies = 0;
  for (const MatchGame& played : games_) {
    plies += played.Ply();
  }
  return plies;
}

absl::Status Match::Apply(const MatchEvent& event, std::optional<int64_t> now) {
  if ((event.kind == EventKind::kCreated) != (num_events_ == 0)) {
    return Damaged(event, "it must be the first event, and only the first");
  }
  if (clock_) {
    clock_->Set(event.reading, now);
  }
  ++num_events_;
  if (event.player >= 0) {
    players_[At(event.player)].asked = event.kind == EventKind::kAsked;
  }
  if (event.kind != EventKind::kStarted && !games_.empty()) {
    games_.back().NoteAgents(event.agents);
  }
  switch (event.kind) {
    case EventKind::kCreated:
      KVINTET_RETURN_IF_ERROR(ApplyCreated(event));
      clock_->Set(event.reading, now);
      break;
    case EventKind::kJoined:
      if (event.player < 0) {
        return Damaged(event, "nobody joined");
      }
      KVINTET_RETURN_IF_ERROR(ApplyJoined(event));
      break;
    case EventKind::kReady:
    case EventKind::kClockStarted:
      if (event.player < 0) {
        return Damaged(event, "nobody did it");
      }
      ApplyCome(event);
      break;
    case EventKind::kStarted:
      KVINTET_RETURN_IF_ERROR(ApplyStarted(event));
      break;
    case EventKind::kEnded:
      ApplyEnded(event);
      break;
    case EventKind::kDirectorActed:
      KVINTET_RETURN_IF_ERROR(ApplyOrganised(event));
      break;
    default:
      if (games_.empty()) {
        return Damaged(event, "no game has begun");
      }
      KVINTET_RETURN_IF_ERROR(ApplyInGame(event));
  }
  phase_ = PhaseNow();
  clock_->Run(RunningOf(*this));
  return absl::OkStatus();
}

absl::Status Match::ApplyCreated(const MatchEvent& event) {
  absl::StatusOr<Json> json = ParseJson(event.text, "settings");
  if (!json.ok()) {
    return Damaged(event, std::string(json.status().message()));
  }
  absl::StatusOr<MatchSettings> settings = SettingsFromJson(*json);
  if (!settings.ok()) {
    return Damaged(event, std::string(settings.status().message()));
  }
  settings_ = *std::move(settings);
  KVINTET_RETURN_IF_ERROR(Agree());
  if (const absl::Status checked = CheckSettings(*agreed_, settings_); !checked.ok()) {
    return Damaged(event, std::string(checked.message()));
  }
  rules_ = RulesOf(*agreed_);
  created_millis_ = event.at_millis;
  clock_.emplace(settings_.clock);
  for (size_t player = 0; player < kPlayers; ++player) {
    players_[player].token_hash = event.tokens[player];
  }
  feeds_.Tell(event, game(), agreed_->Spec().text);
  return absl::OkStatus();
}

absl::Status Match::ApplyStarted(const MatchEvent& event) {
  KVINTET_ASSIGN_OR_RETURN(std::shared_ptr<const envs::Game> played, find_(event.text));
  rules_ = RulesOf(*played);
  games_.emplace_back(Number(games_.size()) + 1, std::move(played));
  games_.back().NoteAgents(event.agents);
  games_.back().seats =
      event.flag ? std::array{Seat::k1, Seat::k0} : std::array{Seat::k0, Seat::k1};
  ClockReading reading;
  std::array<bool, kPlayers> agents = {};
  for (size_t player = 0; player < kPlayers; ++player) {
    const bool agent = settings_.players[player].kind == PlayerKind::kAgent;
    agents[player] = agent;
    // A player who arrived before the scheduled start need not say so again.
    const bool came = games_.size() == 1 && players_[player].ready;
    // T7: a player who was late when the first game could begin stays late until it is ready.
    const bool late = games_.size() == 1 && players_[player].clock_started;
    reading.spent[player] = late ? event.reading.spent[player] : 0;
    reading.waited[player] = late ? event.reading.waited[player] : 0;
    players_[player] = {.token_hash = players_[player].token_hash,
                        .ready = agent || came,
                        .clock_started = late,
                        .consented = agent};
  }
  end_.reset();
  offers_ = Offers();
  pause_ = Pause(agents);
  asks_consent_ = false;
  repetitions_ = RepetitionCount(rules_);
  clock_->StartAgain(1, reading);
  feeds_.Tell(event, game(), event.text);
  return absl::OkStatus();
}

absl::Status Match::ApplyInGame(const MatchEvent& event) {
  MatchGame& played = games_.back();
  const bool somebodys = event.player >= 0;
  const bool by_server = event.kind == EventKind::kChance ||
                         event.kind == EventKind::kResetAccepted ||
                         event.kind == EventKind::kPauseWrong;
  if (!somebodys && !by_server) {
    return Damaged(event, "nobody did it");
  }
  PlayerState* player = somebodys ? &players_[At(event.player)] : nullptr;
  if (somebodys && event.kind != EventKind::kAsked && !rules_.ready) {
    const bool unseen = event.kind == EventKind::kCommitted && !ShowsCommits(event.player);
    player->came_unseen = unseen && (player->came_unseen || !IsThere(event.player));
    player->ready = player->ready || !IsThere(event.player);
  }
  switch (event.kind) {
    case EventKind::kChance:
    case EventKind::kMoved:
      return ApplyMoved(event);
    case EventKind::kCommitted:
      return ApplyCommitted(event);
    case EventKind::kResetAccepted:
      ApplyReset();
      break;
    case EventKind::kConsented:
      player->consented = true;
      clock_->StopWaiting(event.player);
      break;
    case EventKind::kPaused:
    case EventKind::kResumed:
    case EventKind::kPauseContested:
    case EventKind::kPauseWrong:
      ApplyPause(event);
      break;
    case EventKind::kDrawDeclined:
      offers_.DeclineDraw();
      break;
    case EventKind::kResetOffered:
      offers_.OfferReset(event.player, played.Ply());
      break;
    case EventKind::kResetDeclined:
      offers_.DeclineReset();
      break;
    case EventKind::kRematchOffered:
      player->wants_rematch = true;
      break;
    default:
      break;
  }
  feeds_.Tell(event, game(), event.text);
  return absl::OkStatus();
}

absl::Status Match::ApplyMoved(const MatchEvent& event) {
  MatchGame& played = games_.back();
  const bool somebodys = event.player >= 0;
  const Actor actor = somebodys ? envs::ActorOf(played.seats[At(event.player)]) : Actor::kChance;
  const size_t before = played.play.Events().size();
  KVINTET_RETURN_IF_ERROR(AsInJournal(
      played.Play(actor, {.ply = played.Ply(),
                          .player = event.player,
                          .text = event.text,
                          .at_millis = event.at_millis,
                          .spent = somebodys ? event.reading.spent[At(event.player)] : 0})));
  if (somebodys) {
    const bool choice = !settings_.choices_count && rules_.opening_choices &&
                        played.game->match_play()->WasChoice(played.play);
    Moved(event.player, !choice);
    if (event.flag) {
      offers_.OfferDraw(event.player);
    }
  }
  Follow(event, before, {});
  return absl::OkStatus();
}

absl::Status Match::ApplyCommitted(const MatchEvent& event) {
  MatchGame& played = games_.back();
  const Commit commit = {.move = event.text,
                         .nonce = event.nonce,
                         .seal = CommitmentTo({.match = id_,
                                               .game = played.number,
                                               .ply = played.Ply(),
                                               .player = event.player,
                                               .nonce = event.nonce,
                                               .move = event.text}),
                         .at_millis = event.at_millis,
                         .spent = event.reading.spent[At(event.player)]};
  played.commits[At(event.player)] = commit;
  Moved(event.player, true);
  const PendingChoice sealed = {.ply = played.Ply(), .player = event.player, .seal = commit.seal};
  feeds_.TellCommit(event, played, sealed, ShowsCommits(event.player));
  return played.Awaits(0) || played.Awaits(1) ? absl::OkStatus() : Reveal(event);
}

absl::Status Match::Reveal(const MatchEvent& event) {
  MatchGame& played = games_.back();
  const int ply = played.Ply();
  // K2: this player committed second.
  if (rules_.first_commit_has_seat_0 && ply == 0) {
    played.seats[At(event.player)] = Seat::k1;
    played.seats[At(1 - event.player)] = Seat::k0;
  }
  const size_t before = played.play.Events().size();
  OpenedChoices opened;
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    const int player = played.PlayerOf(envs::ActorOf(seat));
    std::optional<Commit>& made = played.commits[At(player)];
    if (!made) {
      continue;
    }
    opened[At(player)] = {ply, player, made->seal, made->nonce, made->move};
    KVINTET_RETURN_IF_ERROR(
        AsInJournal(played.Play(envs::ActorOf(seat), {.ply = ply,
                                                      .player = player,
                                                      .text = made->move,
                                                      .nonce = made->nonce,
                                                      .seal = made->seal,
                                                      .at_millis = made->at_millis,
                                                      .spent = made->spent})));
    made.reset();
    players_[At(player)].came_unseen = false;
  }
  Follow(event, before, opened);
  return absl::OkStatus();
}

void Match::Moved(int player, bool counts) {
  if (counts) {
    clock_->Moved(player);
  } else {
    clock_->StopWaiting(player);
  }
  // A move instead of an answer declines the offer.
  offers_.Lapse();
}

void Match::Follow(const MatchEvent& event, size_t events_before, const OpenedChoices& opened) {
  const MatchGame& played = games_.back();
  feeds_.TellMoves(event, played, events_before, opened);
  repetitions_.Count(played.play);
  if (rules_.asks_consent && !asks_consent_) {
    const envs::ViewBuffer view = played.play.View(Seat::kSpectator);
    asks_consent_ = played.game->match_play()->NeedsConsent(view.Span());
  }
}

void Match::ApplyReset() {
  games_.back().Restart();
  offers_.Reset();
  repetitions_ = RepetitionCount(rules_);
  // Q8: half the time. A second reset does not halve it again.
  clock_->StartAgain(0.5);
}

}  // namespace kvintet::matches
