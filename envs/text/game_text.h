// FullGameText: one text for a game, whichever of its options are written.
#pragma once

#include <string>

namespace kvintet::envs {

// The text of the same game with every option written, as GameSpec::text has it. A text that names
// no game is returned as it is.
//
// Files keep the text of the program that wrote them, and later programs may know more options of
// the game. So whoever reads a game's text from a file passes it through here, and texts can be
// compared.
std::string FullGameText(const std::string& text);

}  // namespace kvintet::envs
