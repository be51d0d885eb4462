// Ledger: see the header.
#include "tests/service/ledger.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"

namespace kvintet::testing {
namespace {

constexpr char kMoved[] = "moved";
constexpr char kSeen[] = "seen";

std::string Line(const char* kind, const MadeMove& entry) {
  return absl::StrCat(kind, "\t", entry.match, "\t", entry.game_number, "\t", entry.player, "\t",
                      entry.ply, "\t", entry.move, "\n");
}

absl::Status ReadLine(absl::string_view line, Ledger* ledger) {
  const std::vector<std::string> words = absl::StrSplit(line, '\t');
  MadeMove entry;
  if (words.size() != 6 || (words[0] != kMoved && words[0] != kSeen) ||
      !absl::SimpleAtoi(words[2], &entry.game_number) ||
      !absl::SimpleAtoi(words[3], &entry.player) || !absl::SimpleAtoi(words[4], &entry.ply)) {
    return absl::InvalidArgumentError(absl::StrCat("wanted a ledger's line, found: ", line));
  }
  entry.match = words[1];
  entry.move = words[5];
  (words[0] == kMoved ? ledger->moves : ledger->sights).push_back(entry);
  return absl::OkStatus();
}

}  // namespace

std::string LedgerText(const Ledger& ledger) {
  std::string text;
  for (const MadeMove& move : ledger.moves) {
    text += Line(kMoved, move);
  }
  for (const LastSight& sight : ledger.sights) {
    text += Line(kSeen, sight);
  }
  return text;
}

absl::StatusOr<Ledger> ReadLedger(const std::string& text) {
  Ledger ledger;
  for (const absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    KVINTET_RETURN_IF_ERROR(ReadLine(line, &ledger));
  }
  return ledger;
}

Differences Compare(std::vector<MadeMove> acknowledged, std::vector<MadeMove> kept) {
  std::ranges::sort(acknowledged);
  std::ranges::sort(kept);
  Differences differences;
  std::ranges::set_difference(acknowledged, kept, std::back_inserter(differences.lost));
  std::ranges::set_difference(kept, acknowledged, std::back_inserter(differences.doubled));
  return differences;
}

}  // namespace kvintet::testing
