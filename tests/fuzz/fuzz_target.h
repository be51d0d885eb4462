// FuzzTarget: what each program here defines: inputs to begin with, and what is done with any.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvintet::fuzz {

// Sound inputs, from which others are made.
std::vector<std::string> SoundInputs();

// Reads the input as the program reads what came from outside. Whatever it is, this returns, and
// what was read is as it should be: anything else ends the process.
void TryInput(std::string_view input);

}  // namespace kvintet::fuzz
