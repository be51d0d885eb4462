// ModelRegistry: see the header.
#include "serving/models/model_registry.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "selfplay/evaluators/rollout_evaluator.h"

namespace kvintet::serving {
namespace {

// Number of random games for each position evaluated.
constexpr int kRollouts = 16;

ServedModel Rollouts(const envs::Game& game) {
  return {.game = game.Spec().text,
          .id = absl::StrCat("rollouts:", kRollouts),
          .description = absl::StrCat("no model: judged by ", kRollouts, " random games"),
          .trained = false,
          .factory = [](const envs::Game& played) {
            return std::make_unique<selfplay::RolloutEvaluator>(played, kRollouts, 0);
          }};
}

// A similar model may be worse than random games, since it was not trained on these rules.
bool Plays(const FittingModel& candidate) {
  return candidate.fit != envs::VariantFit::kSimilar ||
         (candidate.judged && candidate.judged->low() > 0.5);
}

}  // namespace

absl::Status ModelRegistry::Add(ServedModel model) {
  KVINTET_CHECK(model.factory != nullptr);
  KVINTET_ASSIGN_OR_RETURN(std::shared_ptr<const envs::Game> game, envs::MakeGame(model.game));
  const std::string text = game->Spec().text;
  model.game = text;
  const auto [place, added] = models_.try_emplace(text, Entry{std::move(model), std::move(game)});
  if (!added) {
    return absl::AlreadyExistsError(
        absl::StrCat(text, " has a model already: ", place->second.model.id));
  }
  return absl::OkStatus();
}

void ModelRegistry::AddFits(const Fits& fits) {
  for (const JudgedFit& judged : fits.judged()) {
    judged_.insert_or_assign(std::pair(fits.model(), judged.game()), judged);
  }
}

absl::Status ModelRegistry::Replace(ServedModel model) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(model.game));
  models_.erase(game->Spec().text);
  return Add(std::move(model));
}

std::optional<JudgedFit> ModelRegistry::JudgedOf(const std::string& model,
                                                 const std::string& game) const {
  const auto found = judged_.find({model, game});
  return found == judged_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<FittingModel> ModelRegistry::Fitting(const envs::Game& game) const {
  std::vector<std::pair<envs::Kinship, FittingModel>> found;
  for (const auto& [text, entry] : models_) {
    const envs::Kinship kinship = envs::CompareVariants(game, *entry.game);
    if (kinship.fit == envs::VariantFit::kNone) {
      continue;
    }
    FittingModel candidate = {.model = entry.model, .fit = kinship.fit};
    if (kinship.fit == envs::VariantFit::kSimilar) {
      candidate.judged = JudgedOf(entry.model.id, game.Spec().text);
    }
    found.emplace_back(kinship, std::move(candidate));
  }
  std::ranges::stable_sort(found, std::greater<>(), [](const auto& one) { return one.first; });
  std::vector<FittingModel> fitting;
  fitting.reserve(found.size());
  for (auto& [kinship, candidate] : found) {
    fitting.push_back(std::move(candidate));
  }
  return fitting;
}

FittingModel ModelRegistry::ForGame(const envs::Game& game) const {
  for (FittingModel& candidate : Fitting(game)) {
    if (Plays(candidate)) {
      return std::move(candidate);
    }
  }
  return {.model = Rollouts(game)};
}

ServedModel ModelRegistry::TrainedOn(const envs::Game& game) const {
  const auto place = models_.find(game.Spec().text);
  return place == models_.end() ? Rollouts(game) : place->second.model;
}

std::vector<ServedModel> ModelRegistry::Models() const {
  std::vector<ServedModel> models;
  for (const auto& [text, entry] : models_) {
    models.push_back(entry.model);
  }
  return models;
}

std::vector<ListedModel> ModelRegistry::List() const {
  std::map<std::string, FittingModel> plays;
  for (const auto& [text, entry] : models_) {
    plays.emplace(text, FittingModel{.model = entry.model, .fit = envs::VariantFit::kSame});
  }
  for (const std::string& name : envs::GameNames()) {
    const auto game = envs::MakeGame(name);
    KVINTET_CHECK(game.ok());
    plays.try_emplace((*game)->Spec().text, ForGame(**game));
  }
  std::vector<ListedModel> listed;
  listed.reserve(plays.size());
  for (auto& [text, model] : plays) {
    listed.push_back({text, std::move(model)});
  }
  return listed;
}

}  // namespace kvintet::serving
