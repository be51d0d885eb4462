// ModelRegistry: which evaluator judges the positions of a game.
//
// Whoever starts the service fills it, so that the service does not depend on what networks are
// made of. A game that no model fits is judged by playing out at random.
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

// Makes an evaluator for the positions of `game`, which outlives it: the model's own game, or a
// variant that it fits. Called by the thread that will use the evaluator, once for each such
// thread; what they share, the factory shares.
using EvaluatorFactory =
    std::function<std::unique_ptr<selfplay::Evaluator>(const envs::Game& game)>;

// What judges the positions of a game.
struct ServedModel {
  // The game that it was trained on with every option, as GameSpec::text; of rollouts, the game
  // judged.
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

// A model as it fits one variant of its game.
struct FittingModel {
  ServedModel model;
  // kNone: rollouts.
  envs::VariantFit fit = envs::VariantFit::kNone;
  // Of kSimilar: how it was judged, if it was.
  std::optional<JudgedFit> judged = {};
};

// A variant, and what plays it.
struct ListedModel {
  std::string game;
  FittingModel plays;
};

// Models by the variants that they were trained on. One thread at a time may change it.
class ModelRegistry {
 public:
  // NotFound or InvalidArgument for a game that cannot be made, AlreadyExists if it has a model.
  absl::Status Add(ServedModel model);
  // How a model was judged, which need not be here yet. As selfplay::ReadFits gives it.
  void AddFits(const Fits& fits);

  // The same as Add, instead of the model that the game may have.
  absl::Status Replace(ServedModel model);

  // What plays the game: the model that fits it best, or rollouts. Of equally good fits the first
  // by text. A model that is only similar plays where it was judged better than rollouts.
  FittingModel ForGame(const envs::Game& game) const;
  // Every model that fits the game, also those that do not play it; the best first.
  std::vector<FittingModel> Fitting(const envs::Game& game) const;
  // The model that was trained on the game, or its rollouts.
  ServedModel TrainedOn(const envs::Game& game) const;

  // The models added, sorted by game.
  std::vector<ServedModel> Models() const;
  // The models added and, for each registered game under its default options, what plays it. Sorted
  // by game.
  std::vector<ListedModel> List() const;

 private:
  struct Entry {
    ServedModel model;
    // What it was trained on.
    std::shared_ptr<const envs::Game> game;
  };
  std::optional<JudgedFit> JudgedOf(const std::string& model, const std::string& game) const;

  // By GameSpec::text.
  std::map<std::string, Entry> models_;
  // By model and variant.
  std::map<std::pair<std::string, std::string>, JudgedFit> judged_;
};

}  // namespace kvintet::serving
