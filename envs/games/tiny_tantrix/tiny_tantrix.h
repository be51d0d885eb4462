// TinyTantrix: Tantrix with the fourteen tiles that have no green, and racks of two.
#pragma once

#include <string_view>

#include "envs/games/tantrix/tantrix.h"

namespace kvintet::envs::tiny_tantrix {

// The rules of Tantrix with fewer tiles.
class TinyTantrix : public tantrix::Tantrix {
 public:
  static constexpr std::string_view kName = "tiny_tantrix";
  static constexpr tantrix::Box kBox = {
      .num_tiles = 14, .rack_size = 2, .colours = "BRY", .radius = 5};

  explicit TinyTantrix(const RuleOptions& options) : Tantrix(options, kBox) {}
  static OptionSchema Options() { return OptionsOf(kBox); }
};

}  // namespace kvintet::envs::tiny_tantrix
