// ModelShelf: see the header.
#include "serving/models/model_shelf.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {

FittingModel ModelShelf::ForGame(const envs::Game& game) const {
  const std::lock_guard lock(mutex_);
  return playing_.ForGame(game);
}

std::vector<FittingModel> ModelShelf::Fitting(const envs::Game& game) const {
  const std::lock_guard lock(mutex_);
  return playing_.Fitting(game);
}

std::vector<ListedModel> ModelShelf::Playing() const {
  const std::lock_guard lock(mutex_);
  return playing_.List();
}

std::vector<ShelvedModel> ModelShelf::All() const {
  const std::lock_guard lock(mutex_);
  std::vector<ShelvedModel> all;
  for (const ServedModel& model : playing_.Models()) {
    all.push_back({model, ShelfState::kPlaying});
  }
  for (const auto& [id, shelved] : loaded_) {
    all.push_back(shelved);
  }
  std::ranges::sort(all, {},
                    [](const ShelvedModel& one) { return std::tie(one.model.game, one.model.id); });
  return all;
}

bool ModelShelf::Plays(const std::string& id) const {
  const std::vector<ServedModel> playing = playing_.Models();
  return std::ranges::any_of(playing, [&](const ServedModel& model) { return model.id == id; });
}

absl::StatusOr<ShelvedModel> ModelShelf::FindLocked(const std::string& id) const {
  if (const auto found = loaded_.find(id); found != loaded_.end()) {
    return found->second;
  }
  for (const ServedModel& model : playing_.Models()) {
    if (model.id == id) {
      return ShelvedModel{model, ShelfState::kPlaying};
    }
  }
  return Refusal(v1::REASON_NO_SUCH_RESOURCE,
                 absl::StrCat("there is no loaded model with the id '", id, "'"), "id");
}

absl::StatusOr<ShelvedModel> ModelShelf::Find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return FindLocked(id);
}

absl::Status ModelShelf::Put(ServedModel model) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(model.game));
  model.game = game->Spec().text;
  const std::lock_guard lock(mutex_);
  if (!Plays(model.id)) {
    const std::string id = model.id;
    loaded_.try_emplace(id, ShelvedModel{std::move(model), ShelfState::kLoaded});
  }
  return absl::OkStatus();
}

absl::Status ModelShelf::MarkWarm(const std::string& id) {
  const std::lock_guard lock(mutex_);
  KVINTET_RETURN_IF_ERROR(FindLocked(id).status());
  if (const auto found = loaded_.find(id); found != loaded_.end()) {
    found->second.state = ShelfState::kWarm;
  }
  return absl::OkStatus();
}

absl::StatusOr<ServedModel> ModelShelf::Switch(const std::string& id) {
  const std::lock_guard lock(mutex_);
  KVINTET_ASSIGN_OR_RETURN(const ShelvedModel chosen, FindLocked(id));
  if (chosen.state != ShelfState::kWarm) {
    return Refusal(v1::REASON_WRONG_STATE,
                   chosen.state == ShelfState::kPlaying
                       ? "id: this model plays already"
                       : "id: wanted a model that has been warmed up",
                   "id");
  }
  const absl::StatusOr<std::unique_ptr<envs::Game>> game = envs::MakeGame(chosen.model.game);
  KVINTET_RETURN_IF_ERROR(game.status());
  const ServedModel before = playing_.TrainedOn(**game);
  if (before.trained) {
    loaded_.insert_or_assign(before.id, ShelvedModel{before, ShelfState::kWarm});
  }
  KVINTET_RETURN_IF_ERROR(playing_.Replace(chosen.model));
  loaded_.erase(id);
  ++generation_;
  return before;
}

absl::Status ModelShelf::Retire(const std::string& id) {
  const std::lock_guard lock(mutex_);
  KVINTET_ASSIGN_OR_RETURN(const ShelvedModel found, FindLocked(id));
  if (found.state == ShelfState::kPlaying) {
    return Refusal(v1::REASON_WRONG_STATE, "id: this model plays; switch to another first", "id");
  }
  loaded_.erase(id);
  return absl::OkStatus();
}

}  // namespace kvintet::serving
