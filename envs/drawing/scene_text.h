// SceneText: a scene as lines for a terminal.
#pragma once

#include <string>

#include "envs/scene.h"

namespace kvintet::envs {

// The caption, then a grid of the shapes' characters, two columns and one line to a unit, then the
// buttons. A shape without text shows nothing; later shapes cover earlier ones; of a longer text
// all is shown. `colours`: with ANSI escape sequences by paint.
std::string SceneText(const Scene& scene, bool colours = false);

}  // namespace kvintet::envs
