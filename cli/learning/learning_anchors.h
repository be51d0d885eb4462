// LearningAnchors: published figures that curves of learning are set beside.
#pragma once

#include <string>
#include <vector>

namespace kvintet::cli {

// One figure, or what is known of a cost, with its source.
struct LearningAnchor {
  const char* game = "";
  const char* who = "";
  // What was reached, in its own measure and on its own positions.
  const char* reached = "";
  const char* cost = "";
  const char* source = "";
  // The measure (LearningPoint) in which a line of the diagram shows it; empty: no line.
  const char* measure = "";
  double value = 0;
};

// Of the game of that name.
std::vector<LearningAnchor> LearningAnchorsOf(const std::string& game);

}  // namespace kvintet::cli
