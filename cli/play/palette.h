// The option --palette of the verbs that draw boards.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "envs/scene.h"

namespace kvintet::cli {

// `palette` must outlive parsing.
inline void AddPalette(CLI::App* verb, std::string* palette) {
  verb->add_option("--palette", *palette, "usual, or colour_blind: green is drawn white")
      ->check(CLI::IsMember({"usual", "colour_blind"}));
}

inline envs::Palette PaletteNamed(const std::string& name) {
  return name == "colour_blind" ? envs::Palette::kColourBlind : envs::Palette::kUsual;
}

}  // namespace kvintet::cli
