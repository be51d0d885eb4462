// Main: the program `kvintet`, callable from other programs that register games of their own.
#pragma once

namespace kvintet::cli {

// Parses the command line, runs the verb and prints errors on standard error. Returns the exit
// code: 0, 2 for bad input, 1 for other failures.
int Main(int argc, char** argv);

}  // namespace kvintet::cli
