// Worlds: positions that a seat thinks possible, drawn as often as they are likely.
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

// By Game::Resample, which weighs by the rules and chance alone; and where a record goes back so
// far, by the evaluator's policy besides: positions drawn before the other's last moves live
// through what the seat saw since, and count as much as the policy makes what the other did likely.
// Where fewer than kFewest do, fewer moves are looked at. All from the seat's view and record; no
// true position is ever seen. Of one thread.
class Worlds {
 public:
  static constexpr int kParticles = 32;
  static constexpr int kFewest = 8;
  static constexpr int kTries = 1024;

  // `game` must outlive it.
  explicit Worlds(const envs::Game& game);

  // `key` names the random numbers. `moves`: of the other's, at most; `record` may be empty.
  void Start(envs::ConstViews one, const Key128& key, const std::string& record, int moves);
  // Whether the evaluator's policy is wanted for what the other saw.
  bool Advance();
  const Question& Asked() const { return particles_[weighing_].asked[asking_]; }
  void Resume(const Evaluation& evaluation);

  // World number `sample`; the same number gives the same world. REQUIRES: Advance returned false.
  void Draw(uint32_t sample, envs::Positions out) const;
  // Of the particles, their sum 1; none where positions are drawn by the rules alone.
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
  // Logarithms while they are weighed.
  std::vector<double> weights_;
  size_t weighing_ = 0;
  size_t asking_ = 0;
  std::vector<float> priors_;
  std::vector<double> scratch_;
};

}  // namespace kvintet::selfplay
