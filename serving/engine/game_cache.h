// GameCache: games by their text, each with its model, shared by all calls.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include "envs/game.h"
#include "serving/models/model_shelf.h"

namespace kvintet::serving {

// A game and what judges its positions. Immutable but for the measured time; any thread.
struct ServedGame {
  std::unique_ptr<const envs::Game> game;
  ServedModel model;
  // How the model fits the game; kNone: it is judged by rollouts.
  envs::VariantFit fit = envs::VariantFit::kNone;
  // How long one batch of evaluations takes, lately; 0: not known yet.
  mutable std::atomic<double> batch_seconds = 0;
  // Another model plays the game by now: only calls that began before use this one.
  mutable std::atomic<bool> retired = false;
};

// Any thread.
class GameCache {
 public:
  // `models` must outlive the cache.
  explicit GameCache(const ModelShelf& models) : models_(models) {}

  // The game of that text. NotFound for an unknown name, InvalidArgument for bad options.
  absl::StatusOr<std::shared_ptr<const ServedGame>> Find(const std::string& text);

  // From now on Find asks the shelf again for all variants of a game (GameSpec::name); what it gave
  // before stays good, with the model of then.
  void Forget(const std::string& name);

 private:
  // Clients choose the options, so there is no end to the games that they may name.
  static constexpr size_t kMostGames = 64;

  // The game if it is here; and how often something was forgotten by now.
  std::shared_ptr<const ServedGame> Look(const std::string& text, uint64_t* forgotten);

  const ModelShelf& models_;
  std::mutex mutex_;
  // Guarded by mutex_. By the text asked for, and by GameSpec::text.
  std::unordered_map<std::string, std::shared_ptr<const ServedGame>> games_;
  // How often something was forgotten.
  uint64_t forgotten_ = 0;
};

// GameCache::Find for a request, which names the game in `field`: BAD_FIELD for an empty text,
// UNKNOWN_GAME, BAD_OPTIONS.
absl::StatusOr<std::shared_ptr<const ServedGame>> FindGame(GameCache* games,
                                                           const std::string& text,
                                                           absl::string_view field);

}  // namespace kvintet::serving
