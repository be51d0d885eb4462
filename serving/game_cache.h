// GameCache: games by their text, each with its model, shared by all calls.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "serving/model_registry.h"

namespace kvintet::serving {

// A game and what judges its positions. Immutable but for the measured time; any thread.
struct ServedGame {
  std::unique_ptr<const envs::Game> game;
  ServedModel model;
  // How long one batch of evaluations takes, lately; 0: not known yet.
  mutable std::atomic<double> batch_seconds = 0;
};

// Any thread.
class GameCache {
 public:
  // `models` must outlive the cache.
  explicit GameCache(const ModelRegistry& models) : models_(models) {}

  // The game of that text. NotFound for an unknown name, InvalidArgument for bad options.
  absl::StatusOr<std::shared_ptr<const ServedGame>> Find(const std::string& text);

 private:
  // Clients choose the options, so there is no end to the games that they may name.
  static constexpr size_t kMostGames = 64;

  const ModelRegistry& models_;
  std::mutex mutex_;
  // Guarded by mutex_. By the text asked for, and by GameSpec::text.
  std::unordered_map<std::string, std::shared_ptr<const ServedGame>> games_;
};

}  // namespace kvintet::serving
