// JudgeLearning: warns of learning problems that a run's figures show, and says what to do.
//
// docs/reading_a_run.md explains each warning. The thresholds are in the .cc file.
#pragma once

#include <vector>

#include "envs/game_spec.h"
#include "proto/config.pb.h"
#include "training/run/learning_figures.h"
#include "training/run/progress.h"

namespace kvintet::training {

// Judges the rounds so far, oldest first; `spec` is the game's. Empty if nothing is wrong or too
// little has been measured. Kinds: "overfitting", "policy_collapse", "search_adds_nothing",
// "one_seat_wins", "unfinished_games", "values_explain_nothing".
std::vector<LearningWarning> JudgeLearning(const std::vector<Progress>& rounds,
                                           const Config& config, const envs::GameSpec& spec);

}  // namespace kvintet::training
