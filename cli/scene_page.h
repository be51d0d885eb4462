// ScenePage: scenes as a page of HTML that needs nothing else.
#pragma once

#include <string>
#include <vector>

#include "envs/scene.h"

namespace kvintet::cli {

// The page: what was played, as text, under the pictures.
struct ScenePage {
  std::string title;
  std::vector<envs::Scene> scenes;
  // Shown one under the other.
  std::vector<std::string> lines;
};

// The page's bytes.
std::string ToHtml(const ScenePage& page);

}  // namespace kvintet::cli
