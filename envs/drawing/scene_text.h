// SceneText: renders a scene as lines for a terminal.
#pragma once

#include <string>

#include "envs/scene.h"

namespace kvintet::envs {

// The caption, then a grid with the shapes' characters (two columns and one line per unit), then
// the buttons. A shape without text is not shown. Later shapes cover earlier ones. A text of more
// than one character is shown in full. `colours` adds ANSI escape sequences for the paints.
std::string SceneText(const Scene& scene, bool colours = false);

}  // namespace kvintet::envs
