// The option --palette of the verbs that draw boards.
#pragma once

#include <string>

#include "cli/verb.h"
#include "envs/scene.h"

namespace kvintet::cli {

// `palette` must outlive parsing.
inline void AddPalette(Verb verb, std::string* palette) {
  verb.Add("--palette", palette, "usual, or colour_blind: green is drawn white")
      .OneOf({"usual", "colour_blind"});
}

inline envs::Palette PaletteNamed(const std::string& name) {
  return name == "colour_blind" ? envs::Palette::kColourBlind : envs::Palette::kUsual;
}

}  // namespace kvintet::cli
