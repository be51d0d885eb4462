// ModelRegistry: which evaluator judges the positions of a game.
//
// Whoever starts the service fills it, so that the service does not depend on what networks are
// made of. A game without a model is judged by playing out at random.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"

#include "envs/game.h"
#include "selfplay/evaluator.h"
#include "selfplay/golden_answers.h"

namespace kvintet::serving {

// Makes an evaluator for the positions of `game`, which outlives it. Called by the thread that will
// use the evaluator, once for each such thread; what they share, the factory shares.
using EvaluatorFactory =
    std::function<std::unique_ptr<selfplay::Evaluator>(const envs::Game& game)>;

// What judges the positions of one game.
struct ServedModel {
  // The game with every option, as GameSpec::text.
  std::string game = {};
  // What records name it by: a SHA-256, or e.g. "rollouts:16".
  std::string id = {};
  // A line for people.
  std::string description = {};
  // False where games are played out at random instead.
  bool trained = true;
  EvaluatorFactory factory = {};
  // What it said when it was released; held against what it says here before it plays.
  std::vector<selfplay::GoldenAnswer> golden = {};
};

// Models by the game they play. One thread at a time may change it.
class ModelRegistry {
 public:
  // NotFound or InvalidArgument for a game that cannot be made, AlreadyExists if it has a model.
  absl::Status Add(ServedModel model);

  // The same, instead of the one that the game may have.
  void Replace(ServedModel model);

  // The model of a game, or its rollouts.
  ServedModel ForGame(const envs::Game& game) const;

  // The models added and, for each registered game under its default options that has none, its
  // rollouts. Sorted by game.
  std::vector<ServedModel> List() const;

 private:
  // By GameSpec::text.
  std::map<std::string, ServedModel> models_;
};

}  // namespace kvintet::serving
