// FullGameText: the canonical text of a game, with every option written.
#pragma once

#include <string>

namespace kvintet::envs {

// The text of the same game with every option, as in GameSpec::text. A text that names no game is
// returned unchanged.
//
// Files store the text as written by the program of their time, and later versions may know more
// options of the game. Code that reads a game's text from a file must pass it through this function
// so that texts can be compared.
std::string FullGameText(const std::string& text);

}  // namespace kvintet::envs
