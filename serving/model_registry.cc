// ModelRegistry: see the header.
#include "serving/model_registry.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "selfplay/rollout_evaluator.h"

namespace kvintet::serving {
namespace {

// Random games from each position judged.
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

}  // namespace

absl::Status ModelRegistry::Add(ServedModel model) {
  KVINTET_CHECK(model.factory != nullptr);
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(model.game));
  model.game = game->Spec().text;
  const auto [place, added] = models_.try_emplace(model.game, std::move(model));
  if (!added) {
    return absl::AlreadyExistsError(
        absl::StrCat(place->first, " has a model already: ", place->second.id));
  }
  return absl::OkStatus();
}

void ModelRegistry::Replace(ServedModel model) {
  KVINTET_CHECK(model.factory != nullptr);
  const std::string game = model.game;
  models_.insert_or_assign(game, std::move(model));
}

ServedModel ModelRegistry::ForGame(const envs::Game& game) const {
  const auto place = models_.find(game.Spec().text);
  return place == models_.end() ? Rollouts(game) : place->second;
}

std::vector<ServedModel> ModelRegistry::List() const {
  std::map<std::string, ServedModel> all = models_;
  for (const std::string& name : envs::GameNames()) {
    const auto game = envs::MakeGame(name);
    KVINTET_CHECK(game.ok());
    all.try_emplace((*game)->Spec().text, ForGame(**game));
  }
  std::vector<ServedModel> models;
  for (auto& [text, model] : all) {
    models.push_back(std::move(model));
  }
  return models;
}

}  // namespace kvintet::serving
