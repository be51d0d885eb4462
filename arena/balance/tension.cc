// Tension: see the header.
#include "arena/balance/tension.h"

#include <algorithm>
#include <cstddef>

#include "base/check.h"

namespace kvintet::arena {
namespace {

int LeadChanges(std::span<const double> values) {
  int changes = 0;
  int leader = 0;
  for (const double value : values) {
    const int now = value >= kLeads ? 1 : value <= -kLeads ? -1 : 0;
    changes += now != 0 && leader == -now ? 1 : 0;
    leader = now != 0 ? now : leader;
  }
  return changes;
}

}  // namespace

Tension TensionOf(std::span<const double> values, double first_return) {
  KVINTET_CHECK(!values.empty());
  Tension tension = {.lead_changes = LeadChanges(values)};
  if (first_return == 0) {
    return tension;
  }
  const auto count = static_cast<double>(values.size());
  size_t undecided = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double winners = first_return > 0 ? values[i] : -values[i];
    tension.drama += std::max(0.0, -winners) / count;
    tension.deepest = std::max(tension.deepest, -winners);
    undecided = winners >= kDecides ? undecided : i + 1;
  }
  tension.comeback = tension.deepest >= kComesBack;
  tension.decided_at = static_cast<double>(undecided) / count;
  return tension;
}

double ValueAt(std::span<const double> values, double share) {
  KVINTET_CHECK(!values.empty());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, values.size() - 1);
  const double rest = place - static_cast<double>(below);
  return values[below] + rest * (values[above] - values[below]);
}

}  // namespace kvintet::arena
