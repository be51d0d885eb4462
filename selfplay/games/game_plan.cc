// GamePlan: see the header.
#include "selfplay/games/game_plan.h"

namespace kvintet::selfplay {
namespace {

// One draw for each question, so that settings of one do not change another.
enum Draw : uint32_t { kPlaysOut = 2, kSparring = 3, kAdjudicates = 4 };

}  // namespace

GamePlan PlanGame(const SelfPlaySettings& settings, uint64_t seed, uint32_t number,
                  RandomStream* opening) {
  const auto stream = [&](Draw draw) {
    return RandomStream(seed, number, draw, Purpose::kOpening);
  };
  GamePlan plan = {.demonstration = int64_t{number} < settings.demonstration_games};
  plan.plays_out =
      settings.resign_value > -1 && stream(kPlaysOut).Uniform() < settings.resign_playout_share;
  plan.adjudicates =
      settings.adjudicated_share > 0 && stream(kAdjudicates).Uniform() < settings.adjudicated_share;
  RandomStream sparring = stream(kSparring);
  if (settings.sparring_share > 0 && sparring.Uniform() < settings.sparring_share) {
    plan.sparring = static_cast<envs::Seat>(sparring.Below(2));
  }
  for (double& noise : plan.baseline_noise) {
    noise = settings.baseline_noise * sparring.Uniform();
  }
  if (const int most = settings.opening_random_plies; most > 0) {
    plan.random_plies = static_cast<int>(opening->Below(static_cast<uint32_t>(most) + 1));
  }
  return plan;
}

}  // namespace kvintet::selfplay
