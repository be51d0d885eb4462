// GamePlan: see the header.
#include "selfplay/games/game_plan.h"

namespace kvintet::selfplay {
namespace {

// One draw for each question, so that settings of one do not change another.
enum Draw : uint32_t { kPlaysOut = 2, kSparring = 3, kAdjudicates = 4 };

}  // namespace

GamePlan PlanGame(const SelfPlayConfig& config, uint64_t seed, uint32_t number,
                  RandomStream* opening) {
  const auto stream = [&](Draw draw) {
    return RandomStream(seed, number, draw, Purpose::kOpening);
  };
  GamePlan plan = {.demonstration = int64_t{number} < config.demonstration_games()};
  plan.plays_out =
      config.resign_value() > -1 && stream(kPlaysOut).Uniform() < config.resign_playout_share();
  plan.adjudicates =
      config.adjudicated_share() > 0 && stream(kAdjudicates).Uniform() < config.adjudicated_share();
  RandomStream sparring = stream(kSparring);
  if (config.sparring_share() > 0 && sparring.Uniform() < config.sparring_share()) {
    plan.sparring = static_cast<envs::Seat>(sparring.Below(2));
  }
  for (double& noise : plan.baseline_noise) {
    noise = config.baseline_noise() * sparring.Uniform();
  }
  if (const int most = config.opening_random_plies(); most > 0) {
    plan.random_plies = static_cast<int>(opening->Below(static_cast<uint32_t>(most) + 1));
  }
  return plan;
}

}  // namespace kvintet::selfplay
