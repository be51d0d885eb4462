// Recollection: the last events of a game as a seat's record tells them, to be lived through again
// in positions that the seat thought possible before them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "envs/game.h"
#include "envs/text/record_text.h"
#include "selfplay/belief/question.h"

namespace kvintet::selfplay {

// A position that leads to what the seat sees now.
struct Particle {
  envs::PositionBuffer position;
  // How likely chance made it do so, given the position it began in.
  double chance = 1;
  // What the other seat decided on the way where it had a choice: what it saw, and the place of
  // what it did among its legal actions.
  std::vector<Question> asked = {};
  std::vector<size_t> chosen = {};
};

// Made from what the seat was told alone. Of one thread.
class Recollection {
 public:
  // `now` is the seat's view, `record` what it has seen, in which the other has made at least
  // `moves` moves; events before the first of the last `moves` of these are taken as they are.
  // Empty where the record does not go back so far, or is of no game that can be followed. `game`
  // must outlive it.
  static std::optional<Recollection> Make(const envs::Game& game, envs::ConstViews now,
                                          const std::string& record, int moves);

  // Draws a position at the beginning and lets all happen in it that the seat saw, drawing what
  // chance hid; empty where that cannot have happened in it.
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
  envs::Trail trail_;
  std::vector<envs::RecordEvent> events_;
};

}  // namespace kvintet::selfplay
