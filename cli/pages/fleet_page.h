// FleetPage: the actors of a run, as a table.
#pragma once

#include <string>
#include <vector>

#include "training/link/notes.h"

namespace kvintet::cli {

// A line for each actor with its rate, its spool and how many games ago its model was made, and one
// that says what holds the whole back. Ends with a newline.
std::string FleetText(const training::RunHead& head,
                      const std::vector<training::ActorNote>& actors);

}  // namespace kvintet::cli
