// GameCache: see the header.
#include "serving/engine/game_cache.h"

#include <utility>

#include "base/status_macros.h"
#include "envs/registry.h"
#include "serving/errors/game_refusal.h"

namespace kvintet::serving {

std::shared_ptr<const ServedGame> GameCache::Look(const std::string& text, uint64_t* forgotten) {
  const std::lock_guard lock(mutex_);
  *forgotten = forgotten_;
  const auto found = games_.find(text);
  return found == games_.end() ? nullptr : found->second;
}

absl::StatusOr<std::shared_ptr<const ServedGame>> GameCache::Find(const std::string& text) {
  while (true) {
    uint64_t forgotten = 0;
    if (auto found = Look(text, &forgotten); found != nullptr) {
      return found;
    }
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<envs::Game> game, envs::MakeGame(text));
    auto served = std::make_shared<ServedGame>();
    FittingModel plays = models_.ForGame(*game);
    served->model = std::move(plays.model);
    served->fit = plays.fit;
    served->game = std::move(game);
    const std::lock_guard lock(mutex_);
    if (forgotten_ != forgotten) {
      // The model may have been replaced meanwhile, so look again.
      continue;
    }
    if (games_.size() >= kMaxGames) {
      games_.clear();
    }
    // One object for all spellings of a game, so that its evaluations share batches.
    const auto canonical = games_.try_emplace(served->game->Spec().text, served).first->second;
    return games_.try_emplace(text, canonical).first->second;
  }
}

void GameCache::Forget(const std::string& name) {
  const std::lock_guard lock(mutex_);
  ++forgotten_;
  std::erase_if(games_, [&](const auto& entry) {
    const bool same = entry.second->game->Spec().name == name;
    if (same) {
      entry.second->retired = true;
    }
    return same;
  });
}

absl::StatusOr<std::shared_ptr<const ServedGame>> FindGame(GameCache* games,
                                                           const std::string& text,
                                                           absl::string_view field) {
  absl::StatusOr<std::shared_ptr<const ServedGame>> found = games->Find(text);
  return found.ok() ? found : GameRefusal(found.status(), text, field);
}

}  // namespace kvintet::serving
