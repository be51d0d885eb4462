// The program `kvintet`.
#include "cli/program.h"

int main(int argc, char** argv) { return kvintet::cli::Main(argc, argv); }
