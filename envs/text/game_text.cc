// FullGameText: makes the game and returns its full text.
#include "envs/text/game_text.h"

#include "envs/registry.h"

namespace kvintet::envs {

std::string FullGameText(const std::string& text) {
  const auto game = MakeGame(text);
  return game.ok() ? (*game)->Spec().text : text;
}

}  // namespace kvintet::envs
