// Window: see the header.
#include "training/data/window.h"

#include <algorithm>
#include <cmath>

namespace kvintet::training {

int64_t WindowRows(const WindowConfig& config, int64_t total_rows) {
  if (total_rows <= config.min_rows()) {
    return total_rows;
  }
  const auto least = static_cast<double>(config.min_rows());
  const double ratio = static_cast<double>(total_rows) / least;
  const double grown =
      1 + config.slope() * (std::pow(ratio, config.exponent()) - 1) / config.exponent();
  // Rounding errors must not hide a row that belongs to the window. If the window lost a row and
  // got it back with the next game, that row's game would be gone.
  constexpr double kRoundingErrors = 1e-12;
  const auto rounded_down = static_cast<int64_t>(least * grown * (1 + kRoundingErrors));
  int64_t rows = std::min(total_rows, rounded_down);
  if (config.max_rows() > 0) {
    rows = std::min(rows, std::max(config.max_rows(), int64_t{1}));
  }
  return rows;
}

}  // namespace kvintet::training
