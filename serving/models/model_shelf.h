// ModelShelf: the models that play and those that are loaded, while the service runs.
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

// Reads and checks a model's file. DataLoss if it is damaged or not a model.
using ModelLoader = std::function<absl::StatusOr<ServedModel>(const std::string& path)>;

// The state of a model, in the order of its life.
enum class ShelfState { kLoaded, kWarm, kPlaying };

// A model and its state.
struct ShelvedModel {
  ServedModel model;
  ShelfState state;
};

// Thread-safe. A model that a caller holds stays valid after it has been removed.
class ModelShelf {
 public:
  // The models of the registry play.
  explicit ModelShelf(ModelRegistry playing) : playing_(std::move(playing)) {}

  // As in ModelRegistry: the model that plays a game, the models that fit it, and List.
  FittingModel ForGame(const envs::Game& game) const;
  std::vector<FittingModel> Fitting(const envs::Game& game) const;
  std::vector<ListedModel> Playing() const;
  // Increases whenever a model begins to play.
  uint64_t Generation() const { return generation_; }

  // Trained models that play, and those that are loaded, sorted by game and then by id.
  std::vector<ShelvedModel> All() const;
  // Error: NO_SUCH_RESOURCE.
  absl::StatusOr<ShelvedModel> Find(const std::string& id) const;
  // Adds a model in state kLoaded. A model that is already here stays as it is. Errors of a game
  // that cannot be made.
  absl::Status Put(ServedModel model);
  // NO_SUCH_RESOURCE if the model has been retired meanwhile.
  absl::Status MarkWarm(const std::string& id);
  // Makes a warm model play its game. Returns the trained model that played before, or rollouts.
  // Errors: NO_SUCH_RESOURCE, WRONG_STATE.
  absl::StatusOr<ServedModel> Switch(const std::string& id);
  // Errors: NO_SUCH_RESOURCE, WRONG_STATE.
  absl::Status Retire(const std::string& id);

 private:
  // REQUIRES for the functions below: mutex_ is held.
  bool Plays(const std::string& id) const;
  absl::StatusOr<ShelvedModel> FindLocked(const std::string& id) const;

  mutable std::mutex mutex_;
  // Guarded by mutex_. The second holds models that are loaded and not playing, by id.
  ModelRegistry playing_;
  std::map<std::string, ShelvedModel> loaded_;
  std::atomic<uint64_t> generation_ = 0;
};

}  // namespace kvintet::serving
