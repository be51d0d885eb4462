// Ledger: what a service has told the clients of its matches, to be held against its journal.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace kvintet::testing {

// A move of a player, as the service has acknowledged it or kept it.
struct MadeMove {
  std::string match = {};
  int game_number = 0;
  int player = 0;
  int ply = 0;
  std::string move = {};
  auto operator<=>(const MadeMove&) const = default;
};

// What a player saw last, when nothing more was to come: `move` is its seat's record of the game.
using LastSight = MadeMove;

struct Ledger {
  std::vector<MadeMove> moves = {};
  std::vector<LastSight> sights = {};
};

// A line for each entry, words parted by tabs.
std::string LedgerText(const Ledger& ledger);
// InvalidArgument with the line where it is none.
absl::StatusOr<Ledger> ReadLedger(const std::string& text);

// Moves that were acknowledged and are not kept; moves that are kept though they were not
// acknowledged, or more often than they were.
struct Differences {
  std::vector<MadeMove> lost = {};
  std::vector<MadeMove> doubled = {};
};
Differences Compare(std::vector<MadeMove> acknowledged, std::vector<MadeMove> kept);

}  // namespace kvintet::testing
