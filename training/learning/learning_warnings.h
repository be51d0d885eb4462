// Warnings about learning: what the figures of a run's rounds say is wrong, and what to do.
//
// docs/reading_a_run.md tells what each is about. The thresholds stand in the source.
#pragma once

#include <vector>

#include "envs/game_spec.h"
#include "proto/config.pb.h"
#include "training/run/learning_figures.h"
#include "training/run/progress.h"

namespace kvintet::training {

// Of the rounds so far, oldest first; `spec` is the game's. Empty where nothing is wrong, or too
// little has been measured to say so. Kinds: "overfitting", "policy_collapse",
// "search_adds_nothing", "one_seat_wins", "unfinished_games", "values_explain_nothing".
std::vector<LearningWarning> JudgeLearning(const std::vector<Progress>& rounds,
                                           const Config& config, const envs::GameSpec& spec);

}  // namespace kvintet::training
