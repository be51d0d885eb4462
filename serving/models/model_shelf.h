// ModelShelf: the models that play, and those that are loaded besides, while the service runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/models/model_registry.h"

namespace kvintet::serving {

// Reads and checks a model's file. DataLoss where it is damaged or no model.
using ModelLoader = std::function<absl::StatusOr<ServedModel>(const std::string& path)>;

// How far a model has come.
enum class ShelfState { kLoaded, kWarm, kPlaying };

// A model and its state.
struct ShelvedModel {
  ServedModel model;
  ShelfState state;
};

// Any thread. A model that somebody has got stays good when it is no longer here.
class ModelShelf {
 public:
  // Those of the registry play.
  explicit ModelShelf(ModelRegistry playing) : playing_(std::move(playing)) {}

  // As ModelRegistry's: what plays a game, what fits it, and List.
  FittingModel ForGame(const envs::Game& game) const;
  std::vector<FittingModel> Fitting(const envs::Game& game) const;
  std::vector<ListedModel> Playing() const;
  // Grows when a model begins to play.
  uint64_t Generation() const { return generation_; }

  // Trained models that play and those that are loaded; sorted by game, then by id.
  std::vector<ShelvedModel> All() const;
  // NO_SUCH_RESOURCE.
  absl::StatusOr<ShelvedModel> Find(const std::string& id) const;
  // Loaded from now on; one that is here already stays as it is. Errors of a game that can't be
  // made.
  absl::Status Put(ServedModel model);
  // NO_SUCH_RESOURCE where it has been retired meanwhile.
  absl::Status MarkWarm(const std::string& id);
  // Lets a warm model play its game; gives the trained one that played before, or its rollouts.
  // NO_SUCH_RESOURCE, WRONG_STATE.
  absl::StatusOr<ServedModel> Switch(const std::string& id);
  // NO_SUCH_RESOURCE, WRONG_STATE.
  absl::Status Retire(const std::string& id);

 private:
  // Those below are called under mutex_.
  bool Plays(const std::string& id) const;
  absl::StatusOr<ShelvedModel> FindLocked(const std::string& id) const;

  mutable std::mutex mutex_;
  // Guarded by mutex_. Loaded and not playing, by id.
  ModelRegistry playing_;
  std::map<std::string, ShelvedModel> loaded_;
  std::atomic<uint64_t> generation_ = 0;
};

}  // namespace kvintet::serving
