// Interim: what a search can tell before it has ended, if it can. Of a Search by dynamic_cast.
#pragma once

#include "selfplay/search/search.h"

namespace kvintet::selfplay {

class Interim {
 public:
  virtual ~Interim() = default;
  // What is known by now: `action` is what would be chosen, means are of what was searched. False
  // where nothing is known yet. Changes nothing. REQUIRES: begun, and no evaluation is waited for.
  virtual bool SoFar(Decision* decision) = 0;
};

}  // namespace kvintet::selfplay
