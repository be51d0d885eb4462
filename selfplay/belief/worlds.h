// Worlds: samples positions that a seat considers possible, in proportion to their probability.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "selfplay/belief/question.h"
#include "selfplay/belief/recollection.h"
#include "selfplay/search/search.h"

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

  // `game` must outlive it.
  explicit Worlds(const envs::Game& game);

  // `key` seeds the random numbers. `moves` is the maximum number of the other seat's moves to
  // replay; `record` may be empty.
  void Start(envs::ConstViews one, const Key128& key, const std::string& record, int moves);
  // Whether a view of the other seat waits for the evaluator's policy.
  bool Advance();
  const Question& Asked() const { return particles_[weighing_].asked[asking_]; }
  void Resume(const Evaluation& evaluation);

  // Writes world number `sample`; the same number gives the same world. REQUIRES: Advance returned
  // false.
  void Draw(uint32_t sample, envs::Positions out) const;
  // Weights of the particles, summing to 1; empty if positions are sampled by the rules alone.
  const std::vector<double>& Weights() const { return weights_; }

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
  // Logarithms while Advance is running.
  std::vector<double> weights_;
  size_t weighing_ = 0;
  size_t asking_ = 0;
  std::vector<float> priors_;
  std::vector<double> scratch_;
};

}  // namespace kvintet::selfplay
