// ExamplePlay: always takes the first legal move or outcome.
#include "envs/text/example_play.h"

#include <vector>

#include "base/check.h"
#include "envs/one_row.h"

namespace kvintet::envs {
namespace {

Action FirstAction(const Playthrough& play, Actor actor) {
  if (actor != Actor::kChance) {
    return LegalList(play.game(), play.View(SeatOf(actor)).Span()).front();
  }
  std::vector<ChanceOutcome> outcomes;
  play.game().ChanceOutcomes(play.Position(), &outcomes);
  return outcomes.front().outcome;
}

}  // namespace

Playthrough ExamplePlay(const Game& game, int events) {
  Playthrough play(game);
  for (int event = 0; event < events && !play.Ended(); ++event) {
    const Actor actor = play.Actors().First();
    do {
      KVINTET_CHECK(play.Apply(actor, FirstAction(play, actor)).ok());
    } while (!play.Events().back().complete);
  }
  return play;
}

}  // namespace kvintet::envs
