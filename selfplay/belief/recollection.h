// Recollection: replays the last events of a seat's record from positions that the seat considered
// possible before them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "envs/game.h"
#include "envs/text/record_text.h"
#include "selfplay/search/question.h"

namespace kvintet::selfplay {

// A position that agrees with the seat's current view.
struct Particle {
  envs::PositionBuffer position;
  // Probability of the chance draws on the way, given the initial position.
  double chance = 1;
  // The other seat's decisions on the way that had a choice: its view, and the index of its action
  // among the legal ones.
  std::vector<Question> asked = {};
  std::vector<size_t> chosen = {};
};

// Uses only what the seat was shown. One thread at a time.
class Recollection {
 public:
  // `now` is the seat's view and `record` its record, with at least `moves` moves of the other
  // seat. Events before the last `moves` of these are taken as given. Empty if the record has fewer
  // moves, or cannot be replayed. `game` must outlive it.
  static std::optional<Recollection> Make(const envs::Game& game, envs::ConstViews now,
                                          const std::string& record, int moves);

  // Samples an initial position and replays in it what the seat saw, sampling hidden chance draws.
  // Empty if that is impossible in the position.
  std::optional<Particle> Try(RandomStream* random);

 private:
  Recollection(const envs::Game& game, envs::ConstViews now);
  bool Happen(envs::RecordEvent* event, RandomStream* random, Particle* particle);
  bool HappenByChance(const envs::RecordEvent& event, RandomStream* random, Particle* particle);
  bool Move(const envs::RecordEvent& event, Particle* particle);
  bool BeginOwnMove(Particle* particle, int actions);
  void Step(envs::Actor actor, envs::Action action, Particle* particle);
  bool IsNow(const Particle& particle) const;

  const envs::Game& game_;
  envs::Seat seat_;
  envs::ViewBuffer now_;
  envs::ViewBuffer before_;
  envs::RepetitionHistory history_;
  std::vector<envs::RecordEvent> events_;
};

}  // namespace kvintet::selfplay
