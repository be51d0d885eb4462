// Search, SelfPlayOptions: the settings of self-play that Python code makes.
#pragma once

#include "selfplay/settings/search_settings.h"
#include "selfplay/settings/self_play_settings.h"

namespace kvintet::python {

// The Python class Search, the base of a class for each algorithm. The settings have passed
// CheckRanges.
struct Search {
  selfplay::SearchSettings settings = {};
};

// The Python class SelfPlayOptions: the members of SelfPlaySettings that say how games are played.
// They have passed CheckRanges; the other members have their defaults.
struct SelfPlayOptions {
  selfplay::SelfPlaySettings settings = {};
};

}  // namespace kvintet::python
