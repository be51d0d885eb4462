// AnytimeSearch: interface of searches that can report a decision before they end. Obtain it from a
// Search by dynamic_cast.
#pragma once

#include "selfplay/search/search.h"

namespace kvintet::selfplay {

class AnytimeSearch {
 public:
  virtual ~AnytimeSearch() = default;
  // Writes the decision as of now: `action` is the current choice, and means are over the
  // simulations so far. False if nothing is known yet. Does not change the search. REQUIRES: begun,
  // and no evaluation is pending.
  virtual bool CurrentDecision(Decision* decision) = 0;
};

}  // namespace kvintet::selfplay
