// ModelRegistry: the evaluators that the service uses for each game.
//
// The program that starts the service fills it, so that the service does not depend on how networks
// are implemented. Games without a fitting model are evaluated with random rollouts.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

#include "envs/game.h"
#include "envs/text/variants.h"
#include "proto/fits.pb.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/evaluators/golden_answers.h"

namespace kvintet::serving {

// Creates an evaluator for positions of `game`, which outlives it: the model's own game, or a
// variant that the model fits. Called once by each thread that uses the evaluator; the factory
// holds what those threads share.
using EvaluatorFactory =
    std::function<std::unique_ptr<selfplay::Evaluator>(const envs::Game& game)>;

// A model, or rollouts, that evaluates the positions of a game.
struct ServedModel {
  // The game on which it was trained, with every option, as GameSpec::text. For rollouts, the game
  // that they evaluate.
  std::string game = {};
  // The name used in records: a SHA-256, or a name such as "rollouts:16".
  std::string id = {};
  // One line of text for people.
  std::string description = {};
  // False for random rollouts.
  bool trained = true;
  EvaluatorFactory factory = {};
  // The model's answers at its release. They are compared with its answers here before it plays.
  std::vector<selfplay::GoldenAnswer> golden = {};
};

// A model and how well it fits one variant of its game.
struct FittingModel {
  ServedModel model;
  // kNone for rollouts.
  envs::VariantFit fit = envs::VariantFit::kNone;
  // For kSimilar: the result of the comparison with rollouts, if there was one.
  std::optional<JudgedFit> judged = {};
};

// A variant, and the model that plays it.
struct ListedModel {
  std::string game;
  FittingModel plays;
};

// Models, keyed by the variants on which they were trained. Not thread-safe while it is changed.
class ModelRegistry {
 public:
  // NotFound or InvalidArgument for an invalid game, AlreadyExists if the game has a model.
  absl::Status Add(ServedModel model);
  // Adds the results of comparisons, as selfplay::ReadFits returns them. The models may be added
  // later.
  void AddFits(const Fits& fits);

  // As Add, but replaces the game's model if there is one.
  absl::Status Replace(ServedModel model);

  // The model that plays the game: the one that fits best, or rollouts. Ties are broken by text
  // order. A model that is only similar plays only if it was measured to be better than rollouts.
  FittingModel ForGame(const envs::Game& game) const;
  // All models that fit the game, including those that do not play it, best first.
  std::vector<FittingModel> Fitting(const envs::Game& game) const;
  // The model that was trained on the game, or else rollouts.
  ServedModel TrainedOn(const envs::Game& game) const;

  // The added models, sorted by game.
  std::vector<ServedModel> Models() const;
  // The added models and, for each registered game with default options, the model that plays it.
  // Sorted by game.
  std::vector<ListedModel> List() const;

 private:
  struct Entry {
    ServedModel model;
    // The game on which the model was trained.
    std::shared_ptr<const envs::Game> game;
  };
  std::optional<JudgedFit> JudgedOf(const std::string& model, const std::string& game) const;

  // Keyed by GameSpec::text.
  std::map<std::string, Entry> models_;
  // Keyed by model and variant.
  std::map<std::pair<std::string, std::string>, JudgedFit> judged_;
};

}  // namespace kvintet::serving
