// PlacementText, ParsePlacement: placements of Tantrix as text.
#include "envs/games/tantrix/tile_text.h"

#include <cstdlib>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace kvintet::envs::tantrix {

std::string PlaceText(Cell cell, int rotation) {
  return absl::StrCat(cell.q, ",", cell.r, "/", rotation);
}

std::string PlacementText(const Placement& placement) {
  return absl::StrCat(placement.tile + 1, "@", PlaceText(placement.cell, placement.rotation));
}

std::optional<int> ParseTile(const std::string& text) {
  int number = 0;
  const bool read = absl::SimpleAtoi(text, &number) && number >= 1 &&
                    number <= static_cast<int>(kMaxTiles) && absl::StrCat(number) == text;
  return read ? std::optional(number - 1) : std::nullopt;
}

std::optional<Placement> ParsePlacement(const std::string& text) {
  constexpr int kFarthest = static_cast<int>(kMaxTiles) - 1;
  const std::vector<std::string> parts = absl::StrSplit(text, absl::ByAnyChar("@,/"));
  Placement placement;
  const std::optional<int> tile = ParseTile(parts[0]);
  if (parts.size() != 4 || !tile || !absl::SimpleAtoi(parts[1], &placement.cell.q) ||
      !absl::SimpleAtoi(parts[2], &placement.cell.r) ||
      !absl::SimpleAtoi(parts[3], &placement.rotation)) {
    return std::nullopt;
  }
  placement.tile = *tile;
  const auto near = [](int x) { return x >= -kFarthest && x <= kFarthest; };
  const bool turned = placement.rotation >= 0 && placement.rotation < static_cast<int>(kSides);
  if (!near(placement.cell.q) || !near(placement.cell.r) || !turned ||
      Distance(placement.cell, {}) > kFarthest || PlacementText(placement) != text) {
    return std::nullopt;
  }
  return placement;
}

}  // namespace kvintet::envs::tantrix
