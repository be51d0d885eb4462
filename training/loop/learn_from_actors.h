// LearnFromActors: the learner's side of a run whose games are played by actors over a link.
#pragma once

#include <absl/status/status.h>

#include "training/link/run_link.h"
#include "training/loop/session.h"

namespace kvintet::training {

// Runs until the session is done, and takes the run over from any other learner.
//
// Schedule CONTINUOUS: shards are checked and enter the run as they come; a model is published and
// everything is committed every games_per_round games. A shard is answered for once it is in the
// manifest. Schedule ROUNDS: the games of a round are gathered, and then taken in the order of
// their numbers, so that the run has the same bytes as one that plays by itself, if actors and
// learner have the same kind of processor; shards are answered for after the commit. What is
// missing of a round after kPatience without a new game, the learner plays itself.
//
// If the link is out of reach, learning goes on with what there is. InvalidArgument for settings
// that actors cannot serve: sparring partners. Aborted if another learner takes over.
absl::Status LearnFromActors(Session* session, RunLink* link);

}  // namespace kvintet::training
