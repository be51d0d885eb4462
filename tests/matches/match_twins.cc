// RunMatchTwins: see the header.
#include "tests/matches/match_twins.h"

#include <array>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/matches/match_messages.h"
#include "serving/rpc/matches/tournament_messages.h"
#include "tests/reference/reference_registry.h"
#include "tests/support/matches/driven_tournament.h"

namespace kvintet::matches {
namespace {

using reference::Event;
using reference::ReferenceGame;
using testing::DrivenMatch;
using testing::DrivenTournament;

constexpr uint32_t kFewestEvents = 14;
constexpr uint32_t kMaxEvents = 100;

// Plays `events` random events, then all pending chance events. In a simultaneous stage seat 0
// chooses first, as it does where choosing first makes a player seat 0; at the end seat 1 may have
// chosen alone.
std::unique_ptr<ReferenceGame> PlayRandomly(const std::string& game, uint32_t events,
                                            RandomStream* random) {
  std::unique_ptr<ReferenceGame> play = reference::MakeReference(game);
  std::vector<int> actors = play->Actors();
  for (uint32_t i = 0; !actors.empty() && (i < events || actors[0] == reference::kChanceActor);
       ++i) {
    const bool last = i + 1 >= events && i > 1;
    const int actor =
        last ? actors[random->Below(static_cast<uint32_t>(actors.size()))] : actors[0];
    const std::vector<std::string> moves = play->LegalMoves(actor);
    play->Apply(actor, moves[random->Below(static_cast<uint32_t>(moves.size()))]);
    actors = play->Actors();
  }
  return play;
}

// The numbers of the chance outcomes, in order.
std::deque<envs::Action> Outcomes(const envs::Game& game, const std::vector<Event>& history) {
  envs::Playthrough play(game);
  std::deque<envs::Action> outcomes;
  for (const Event& event : history) {
    KVINTET_CHECK(play.ApplyMove(static_cast<envs::Actor>(event.actor), event.move).ok());
    if (event.actor == reference::kChanceActor) {
      outcomes.push_back(play.Events().back().actions.back());
    }
  }
  return outcomes;
}

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
    RandomStream random(seed, number, 0, Purpose::kTest);
    const auto play = PlayRandomly(game, kFewestEvents + random.Below(kMaxEvents), &random);
    const int seat = static_cast<int>(random.Below(3));
    const std::vector<Event> twin = play->Twin(seat, random.Next64());
    // Whether a choice was made may be public, so both games must have it to be comparable.
    if (twin.size() != play->History().size()) {
      continue;
    }
    Played first(game, play->History());
    Played second(game, twin);
    // The seat's audience is that of the player who has the seat.
    Audience audience = Audience::kSpectators;
    if (seat != reference::kSpectatorSeat) {
      const auto sight = first.world()->See();
      audience = *sight.players[0].seat == static_cast<envs::Seat>(seat) ? Audience::kPlayer0
                                                                         : Audience::kPlayer1;
    }
    ++count.pairs;
    count.secret_pairs += twin == play->History() ? 0 : 1;
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
