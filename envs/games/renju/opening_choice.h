// WasOpeningChoice: recognises White's choices in the opening, which are not moves (R5).
#pragma once

#include "envs/text/playthrough.h"

namespace kvintet::envs::renju {

// Whether the last event was the choice of colours, or of one of the two offered fifth moves.
inline bool WasOpeningChoice(const Playthrough& play) {
  const std::vector<PlayedEvent>& events = play.Events();
  if (events.empty()) {
    return false;
  }
  const std::string& last = events.back().text;
  // Only offers are written with a plus.
  const bool offered =
      events.size() > 1 && events[events.size() - 2].text.find('+') != std::string::npos;
  return last == "keep" || last == "swap" || offered;
}

}  // namespace kvintet::envs::renju
