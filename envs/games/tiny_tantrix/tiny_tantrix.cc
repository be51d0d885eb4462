// TinyTantrix: registers the game.
#include "envs/games/tiny_tantrix/tiny_tantrix.h"

#include "envs/registry.h"

namespace kvintet::envs::tiny_tantrix {

REGISTER_GAME(TinyTantrix);

}  // namespace kvintet::envs::tiny_tantrix
