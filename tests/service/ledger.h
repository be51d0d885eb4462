// Ledger: what a service has told the clients of its matches, for comparison with its journal.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace kvintet::testing {

// A player's move, as the service acknowledged it or stored it.
struct MadeMove {
  std::string match = {};
  int game_number = 0;
  int player = 0;
  int ply = 0;
  std::string move = {};
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const MadeMove&) const = default;
};

// The last state that a player saw when all was settled: `move` is its seat's record of the game.
using LastSight = MadeMove;

struct Ledger {
  std::vector<MadeMove> moves = {};
  std::vector<LastSight> sights = {};
};

// One line for each entry, with fields separated by tabs.
std::string LedgerText(const Ledger& ledger);
// InvalidArgument with the first invalid line.
absl::StatusOr<Ledger> ReadLedger(const std::string& text);

// Moves that were acknowledged but not stored; and moves that were stored without acknowledgement,
// or more often than acknowledged.
struct Differences {
  std::vector<MadeMove> lost = {};
  std::vector<MadeMove> doubled = {};
};
Differences Compare(std::vector<MadeMove> acknowledged, std::vector<MadeMove> kept);

}  // namespace kvintet::testing
