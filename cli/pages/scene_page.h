// ScenePage: a game as a self-contained HTML page to step through.
#pragma once

#include <string>
#include <vector>

#include "envs/scene.h"

namespace kvintet::cli {

// An event and the pictures after it.
struct PageStep {
  // Empty at the start.
  std::string event = {};
  // One for each of ScenePage::viewers.
  std::vector<envs::Scene> scenes = {};
};

// The page: pictures of one step at a time, buttons, and all events as text.
struct ScenePage {
  std::string title = {};
  // Whose view each picture is, such as "seat 0"; empty if all views are the same.
  std::vector<std::string> viewers = {};
  // At least one; the last is shown first.
  std::vector<PageStep> steps = {};
  // The result of the game, in words.
  std::string end = {};
};

// The page's bytes.
std::string ToHtml(const ScenePage& page);

}  // namespace kvintet::cli
