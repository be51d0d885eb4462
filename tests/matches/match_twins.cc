// RunMatchTwins: see the header.
#include "tests/matches/match_twins.h"

#include <array>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/matches/match_messages.h"
#include "serving/rpc/matches/tournament_messages.h"
#include "tests/matches/twin_play.h"
#include "tests/reference/reference_registry.h"
#include "tests/support/matches/driven_tournament.h"

namespace kvintet::matches {
namespace {

using reference::Event;
using testing::DrivenMatch;
using testing::DrivenTournament;

// Removes a commitment that has not been revealed: it carries no information, but differs.
void TakeOut(v1::Commitment* seal) {
  if (seal->nonce().empty()) {
    seal->set_digest(std::string(seal->digest().size(), '0'));
  }
}

// Everything that is sent to the audience.
std::string BytesFor(DrivenMatch* world, Audience audience, bool leaky) {
  std::string bytes;
  for (const SeenEvent& event : world->Told(audience)) {
    v1::MatchEvent message = serving::ToMessage(event);
    if (message.has_commitment()) {
      TakeOut(message.mutable_commitment());
    }
    absl::StrAppend(&bytes, message.SerializeAsString());
  }
  MatchView sight = world->See(audience);
  if (leaky) {
    const Audience other = audience == Audience::kPlayer0 ? Audience::kPlayer1 : Audience::kPlayer0;
    const MatchView seen = world->See(other);
    sight.own = seen.own;
    sight.knowledge = seen.knowledge;
  }
  v1::MatchState state = serving::ToMessage(sight);
  for (v1::PlayerState& player : *state.mutable_players()) {
    player.set_commitment_digest(std::string(player.commitment_digest().size(), '0'));
  }
  return bytes + state.SerializeAsString();
}

// The content of a reply; absl::Status::ToString prints details in no fixed order.
std::string Told(const absl::Status& status) {
  return absl::StrCat(static_cast<int>(status.code()), status.message(),
                      static_cast<int>(ReasonOf(status)), FieldOf(status));
}

// Everything that is sent to the director: what spectators see, the tournament, the ranking, and
// the reasons for which acts are refused.
std::string DirectorsBytes(DrivenTournament* world, bool leaky) {
  const auto audience = world->table->Admit(world->match, world->director);
  const auto look = world->table->LookAtTournament(world->event, world->director);
  const auto page = world->table->List({.token = world->director, .event = world->event});
  KVINTET_CHECK(audience.ok() && look.ok() && page.ok());
  std::string bytes = BytesFor(world, *audience, leaky);
  absl::StrAppend(&bytes, serving::ToMessage(*look).SerializeAsString(), world->Ranking());
  for (const MatchSummary& match : page->matches) {
    absl::StrAppend(&bytes, serving::ToMessage(match).SerializeAsString());
  }
  using Kind = DirectorActKind;
  const std::array<DirectorAct, 9> acts = {{
      {.kind = Kind::kResumed, .wrong_pause = true},
      {.kind = Kind::kResumed},
      {.kind = Kind::kReset},
      {.kind = Kind::kClocksAdjusted, .clock_millis = {-1000, 2000}},
      {.kind = Kind::kForfeited, .player = 0, .present = true},
      {.kind = Kind::kPointsAdjusted, .tenths = {5, 2}},
      {.kind = Kind::kDecided},
      {.kind = Kind::kDecided, .tenths = {5, 2}, .by_points = true},
      {.kind = Kind::kDisqualified, .player = 1},
  }};
  for (const DirectorAct& act : acts) {
    absl::StrAppend(&bytes, Told(world->Do(act)));
  }
  return absl::StrCat(bytes, Told(world->Replay()));
}

// A match with a given history, in a tournament whose director acts in its middle; times and random
// bytes are the same in all of them.
class Played {
 public:
  Played(const std::string& game, const std::vector<Event>& history) : world_(game, 7) {
    const auto made = *envs::MakeGame(game);
    world_.sources.dealer.next = Outcomes(*made, history);
    world_.Begin();
    if (world_.See().phase == Phase::kReady) {
      KVINTET_CHECK(world_.Act(0, ActKind::kReady).ok());
      world_.Pass(kLateMillis / 1000.0);
      KVINTET_CHECK(world_.Act(0, ActKind::kStartClock).ok());
      KVINTET_CHECK(world_.Act(1, ActKind::kReady).ok());
    }
    for (size_t i = 0; i < history.size(); ++i) {
      Play(history[i]);
      if (i == history.size() / 2 && !world_.See().end) {
        Interrupt();
      }
    }
  }

  DrivenTournament* world() { return &world_; }

 private:
  void Interrupt() {
    using Kind = DirectorActKind;
    KVINTET_CHECK(world_.Do(Kind::kPaused).ok());
    world_.Pass(1);
    // Refused if the clock decides nothing.
    world_.Do({.kind = Kind::kClocksAdjusted, .clock_millis = {-1000, 2000}}).IgnoreError();
    KVINTET_CHECK(world_.Do(Kind::kResumed).ok());
    // Refused if the rules have no pause; if refused, then in both games.
    for (const auto& [player, kind] :
         {std::pair(1, ActKind::kPause), std::pair(0, ActKind::kContestPause),
          std::pair(1, ActKind::kAdmitPause)}) {
      world_.Act(player, kind).IgnoreError();
    }
  }

  void Play(const Event& event) {
    if (event.actor == reference::kChanceActor) {
      return;
    }
    world_.Pass(1);
    if (world_.See().phase == Phase::kConsent) {
      KVINTET_CHECK(world_.Act(0, ActKind::kConsent).ok());
      KVINTET_CHECK(world_.Act(1, ActKind::kConsent).ok());
    }
    const auto sight = world_.See();
    const int player = *sight.players[0].seat == static_cast<envs::Seat>(event.actor) ? 0 : 1;
    KVINTET_CHECK(world_.Move(player, event.move).ok());
  }

  DrivenTournament world_;
};

}  // namespace

absl::StatusOr<TwinCount> RunMatchTwins(const std::string& game, int64_t pairs, uint64_t seed,
                                        bool leaky) {
  if (reference::MakeReference(game) == nullptr) {
    return absl::NotFoundError(absl::StrCat("there is no reference of ", game));
  }
  TwinCount count;
  for (uint32_t number = 0; count.pairs < pairs; ++number) {
    const std::optional<TwinHistories> twins = PlayTwins(game, {}, seed, number);
    if (!twins) {
      continue;
    }
    const int seat = twins->seat;
    Played first(game, twins->first);
    Played second(game, twins->second);
    // The seat's audience is that of the player who has the seat.
    Audience audience = Audience::kSpectators;
    if (seat != reference::kSpectatorSeat) {
      const auto sight = first.world()->See();
      audience = *sight.players[0].seat == static_cast<envs::Seat>(seat) ? Audience::kPlayer0
                                                                         : Audience::kPlayer1;
    }
    ++count.pairs;
    count.secret_pairs += twins->second == twins->first ? 0 : 1;
    // What a director is sent must not reveal anything that a seat does not know.
    if (BytesFor(first.world(), audience, leaky) != BytesFor(second.world(), audience, leaky) ||
        DirectorsBytes(first.world(), leaky) != DirectorsBytes(second.world(), leaky)) {
      ++count.leaks;
      count.example = absl::StrCat("game ", number, ", seat ", seat);
    }
  }
  return count;
}

}  // namespace kvintet::matches
