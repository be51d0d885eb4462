// Worlds: samples positions that a seat considers possible, in proportion to their probability.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "envs/held_things.h"
#include "selfplay/belief/recollection.h"
#include "selfplay/search/explanation.h"
#include "selfplay/search/script.h"

namespace kvintet::selfplay {

// Game::Resample weighs positions by the rules and chance alone. If the record is long enough, the
// evaluator's policy is used too: positions sampled before the other seat's last moves replay what
// the seat saw since, and are weighted by the policy's probability of the other seat's actions. If
// fewer than kFewest positions survive, fewer moves are replayed. Uses only the seat's view and
// record, never the true position. One thread at a time.
class Worlds {
 public:
  static constexpr int kParticles = 32;
  static constexpr int kFewest = 8;
  static constexpr int kTries = 1024;
  // Positions sampled for a belief; the standard error of a probability is at most 1.6 %.
  static constexpr int kSamples = 1024;

  // `game` must outlive it.
  explicit Worlds(const envs::Game& game);

  // `key` seeds the random numbers. `moves` is the maximum number of the other seat's moves to
  // replay; `record` may be empty.
  void Start(envs::ConstViews one, const Key128& key, const std::string& record, int moves);
  // Asks for the evaluator's policy for views of the other seat, and weighs positions by it.
  // REQUIRES: Start.
  Script Weigh(Dialogue* asks);

  // Writes world number `sample`; the same number gives the same world. REQUIRES: Weigh has ended.
  void Draw(uint32_t sample, envs::Positions out) const;
  // Weights of the particles, summing to 1; empty if positions are sampled by the rules alone.
  const std::vector<double>& Weights() const { return weights_; }
  // What the other seat holds: the weighted shares of the particles, or the shares of kSamples
  // worlds if positions are sampled by the rules alone. REQUIRES: Weigh has ended, or there are no
  // particles.
  Belief Held(const envs::HeldThings& things) const;

 private:
  void Remember(const std::string& record, int moves);
  RandomStream Stream(uint32_t number, Purpose purpose) const {
    return {key_.low, static_cast<uint32_t>(key_.high), number, purpose};
  }
  void Normalise();

  const envs::Game& game_;
  envs::ViewBuffer view_;
  Key128 key_;
  std::vector<Particle> particles_;
  // Logarithms until Weigh has ended.
  std::vector<double> weights_;
  std::vector<float> priors_;
  std::vector<double> scratch_;
};

}  // namespace kvintet::selfplay
