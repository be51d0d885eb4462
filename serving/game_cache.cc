// GameCache: see the header.
#include "serving/game_cache.h"

#include <utility>

#include "base/status_macros.h"
#include "envs/registry.h"

namespace kvintet::serving {

absl::StatusOr<std::shared_ptr<const ServedGame>> GameCache::Find(const std::string& text) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = games_.find(text); found != games_.end()) {
      return found->second;
    }
  }
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<envs::Game> game, envs::MakeGame(text));
  auto served = std::make_shared<ServedGame>();
  served->model = models_.ForGame(*game);
  served->game = std::move(game);
  const std::lock_guard lock(mutex_);
  if (games_.size() >= kMostGames) {
    games_.clear();
  }
  // One object for all the ways to write a game, so that its evaluations share batches.
  const auto canonical = games_.try_emplace(served->game->Spec().text, served).first;
  return games_.try_emplace(text, canonical->second).first->second;
}

}  // namespace kvintet::serving
