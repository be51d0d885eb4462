// GameCache: games and their models by the game's text, shared by all calls.
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

// A game and the model that evaluates its positions. Immutable except for the atomics. Thread-safe.
struct ServedGame {
  std::unique_ptr<const envs::Game> game;
  ServedModel model;
  // How well the model fits the game; kNone: rollouts evaluate it.
  envs::VariantFit fit = envs::VariantFit::kNone;
  // Seconds that a task recently waited for each of its evaluations: those of a batch, divided
  // among the positions it evaluated for the task; 0: not known yet.
  mutable std::atomic<double> evaluation_seconds = 0;
  // Another model plays the game now; only calls that began before still use this one.
  mutable std::atomic<bool> retired = false;
};

// Thread-safe.
class GameCache {
 public:
  // `models` must outlive the cache.
  explicit GameCache(const ModelShelf& models) : models_(models) {}

  // The game for the text. NotFound for an unknown name, InvalidArgument for bad options.
  absl::StatusOr<std::shared_ptr<const ServedGame>> Find(const std::string& text);

  // Makes Find ask the shelf again for all variants of a game (GameSpec::name). Games that were
  // returned before remain valid, with their old model.
  void Forget(const std::string& name);

 private:
  // Clients choose the options, so the number of possible games is unlimited.
  static constexpr size_t kMaxGames = 64;

  // The game if it is cached. Sets `forgotten` to the current value of forgotten_.
  std::shared_ptr<const ServedGame> Look(const std::string& text, uint64_t* forgotten);

  const ModelShelf& models_;
  std::mutex mutex_;
  // Guarded by mutex_. Keyed by the requested text and by GameSpec::text.
  std::unordered_map<std::string, std::shared_ptr<const ServedGame>> games_;
  // Number of calls of Forget so far.
  uint64_t forgotten_ = 0;
};

// GameCache::Find for a request whose field `field` names the game. Errors: BAD_FIELD for an empty
// text, UNKNOWN_GAME, BAD_OPTIONS.
absl::StatusOr<std::shared_ptr<const ServedGame>> FindGame(GameCache* games,
                                                           const std::string& text,
                                                           absl::string_view field);

}  // namespace kvintet::serving
