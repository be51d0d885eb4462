// TinyTantrix: registers the game.
#include "envs/games/tiny_tantrix/tiny_tantrix.h"

#include "envs/rules/register_game.h"

namespace kvintet::envs::tiny_tantrix {

REGISTER_GAME(TinyTantrix);

}  // namespace kvintet::envs::tiny_tantrix
