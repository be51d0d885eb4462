// Walk: see the header.
#include "tests/conformance/walk.h"

#include <algorithm>
#include <vector>

#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::conformance {
namespace {

std::string Text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Actor RandomActor(ActorSet actors, RandomStream* random) {
  if (actors.Simultaneous()) {
    return random->Below(2) == 0 ? Actor::kSeat0 : Actor::kSeat1;
  }
  return actors.First();
}

RandomChoice ChooseRandomly(const Playthrough& play, RandomStream* random) {
  const Actor actor = RandomActor(play.Actors(), random);
  if (actor == Actor::kChance) {
    std::vector<envs::ChanceOutcome> outcomes;
    play.game().ChanceOutcomes(play.Position(), &outcomes);
    return {actor, outcomes.empty() ? envs::kNoAction : envs::DrawOutcome(outcomes, random)};
  }
  const std::vector<Action> legal = LegalList(play.game(), play.View(envs::SeatOf(actor)).Span());
  return {actor, legal.empty() ? envs::kNoAction
                               : legal[random->Below(static_cast<uint32_t>(legal.size()))]};
}

absl::Status StepRandomly(Playthrough* play, RandomStream* random) {
  const auto [actor, action] = ChooseRandomly(*play, random);
  const absl::Status status = play->Apply(actor, action);
  return status.ok() ? status : Broken(*play, "cannot go on: ", status.message());
}

absl::Status Walk(const Game& game, const Effort& effort, uint32_t every, const Visitor& visit) {
  int steps = 0;
  for (uint32_t number = 0; steps < effort.steps; ++number) {
    RandomStream random(effort.seed, number, 0, Purpose::kTest);
    Playthrough play(game);
    KVINTET_RETURN_IF_ERROR(visit(play));
    int taken = 0;
    while (!play.Ended()) {
      KVINTET_RETURN_IF_ERROR(StepRandomly(&play, &random));
      if (++taken > game.Spec().max_game_length) {
        return Broken(play,
                      "the game takes more than max_game_length = ", game.Spec().max_game_length,
                      " actions and outcomes");
      }
      if (play.Ended() || random.Below(every) == 0) {
        KVINTET_RETURN_IF_ERROR(visit(play));
      }
    }
    steps += std::max(taken, 1);
  }
  return absl::OkStatus();
}

bool SameBytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::ranges::equal(a, b);
}

std::string BytesOf(ConstViews one) { return Text(one.Bytes()); }
std::string BytesOf(ConstPositions one) { return Text(one.Bytes()); }

std::string NameOf(Seat seat) {
  return seat == Seat::kSpectator ? "the spectator" : absl::StrCat("seat ", Index(seat));
}

}  // namespace kvintet::conformance
