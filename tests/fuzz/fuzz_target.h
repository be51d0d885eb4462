// FuzzTarget: the two functions that each fuzz target defines: valid inputs, and a trial of any
// input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvintet::fuzz {

// Valid inputs, from which others are made.
std::vector<std::string> SoundInputs();

// Reads the input as the program reads external data. For any input this must return, and what was
// read must be valid; anything else ends the process.
void TryInput(std::string_view input);

}  // namespace kvintet::fuzz
