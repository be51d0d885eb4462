// TinyPunct: PÜNCT on 55 spaces with four pieces a side.
#pragma once

#include <string_view>

#include "envs/games/punct/punct.h"

namespace kvintet::envs::tiny_punct {

// The rules of PÜNCT with a smaller board and fewer pieces.
class TinyPunct : public punct::Punct {
 public:
  static constexpr std::string_view kName = "tiny_punct";
  static constexpr punct::Box kBox = {.title = "Small PÜNCT",
                                      .radius = 4,
                                      .centre_radius = 1,
                                      .pieces = {1, 1, 1, 1, 0, 0},
                                      .max_plies = 60,
                                      .reflections = false};

  explicit TinyPunct(const RuleOptions& options) : Punct(options, kBox) {}
  static OptionSchema Options() { return OptionsOf(kBox); }
};

}  // namespace kvintet::envs::tiny_punct
