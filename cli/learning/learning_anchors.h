// LearningAnchors: published results shown beside learning curves.
#pragma once

#include <string>
#include <vector>

namespace kvintet::cli {

// One published figure with its cost, as far as that is known, and its source.
struct LearningAnchor {
  const char* game = "";
  const char* who = "";
  // The published result, in its own measure and on its own positions.
  const char* reached = "";
  const char* cost = "";
  const char* source = "";
  // The measure (LearningPoint) whose diagram shows it as a line; empty: no line.
  const char* measure = "";
  double value = 0;
};

// The anchors of the game with that name.
std::vector<LearningAnchor> LearningAnchorsOf(const std::string& game);

}  // namespace kvintet::cli
