// TinyPunct: registers the game.
#include "envs/games/tiny_punct/tiny_punct.h"

#include "envs/rules/register_game.h"

namespace kvintet::envs::tiny_punct {

REGISTER_GAME(TinyPunct);

}  // namespace kvintet::envs::tiny_punct
