// ScenePage: a game as a page of HTML that needs nothing else, to step through.
#pragma once

#include <string>
#include <vector>

#include "envs/scene.h"

namespace kvintet::cli {

// What was done, and the pictures after it.
struct PageStep {
  // Empty at the start.
  std::string event = {};
  // One for each of ScenePage::lookers.
  std::vector<envs::Scene> scenes = {};
};

// The page: pictures of one step at a time, buttons, and all events as text.
struct ScenePage {
  std::string title = {};
  // Who sees each picture: "seat 0"; empty where it does not matter.
  std::vector<std::string> lookers = {};
  // At least one; the last is shown first.
  std::vector<PageStep> steps = {};
  // How the game ended.
  std::string end = {};
};

// The page's bytes.
std::string ToHtml(const ScenePage& page);

}  // namespace kvintet::cli
