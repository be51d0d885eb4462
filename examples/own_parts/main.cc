// kvintet with parts of its own: the whole command line, with an additional body and value loss.
#include "cli/program.h"

int main(int argc, char** argv) { return kvintet::cli::Main(argc, argv); }
