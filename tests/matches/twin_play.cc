// PlayTwins: see the header.
#include "tests/matches/twin_play.h"

#include <memory>

#include "base/check.h"
#include "base/rng.h"
#include "envs/text/playthrough.h"
#include "tests/reference/reference_registry.h"

namespace kvintet::matches {
namespace {

using reference::Event;
using reference::ReferenceGame;

// The two seats and the spectator.
constexpr int kViewers = 3;

// Plays `events` random events, then all pending chance events.
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

}  // namespace

std::optional<TwinHistories> PlayTwins(const std::string& game, const TwinWish& wish, uint64_t seed,
                                       uint32_t number) {
  RandomStream random(seed, number, 0, Purpose::kTest);
  const auto play = PlayRandomly(game, wish.fewest + random.Below(wish.range), &random);
  if (wish.secret && play->Actors().size() == 2) {
    const int actor = static_cast<int>(random.Below(2));
    const std::vector<std::string> moves = play->LegalMoves(actor);
    play->Apply(actor, moves[random.Below(static_cast<uint32_t>(moves.size()))]);
  }
  TwinHistories twins;
  twins.first = play->History();
  twins.seat = static_cast<int>(random.Below(kViewers));
  twins.second = play->Twin(twins.seat, random.Next64());
  for (int more = 1; wish.secret && twins.second == twins.first && more < kViewers; ++more) {
    twins.seat = (twins.seat + 1) % kViewers;
    twins.second = play->Twin(twins.seat, random.Next64());
  }
  if (twins.second.size() != twins.first.size()) {
    return std::nullopt;
  }
  return twins;
}

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

}  // namespace kvintet::matches
