// Hex: names of actions, and positions as text.
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "envs/games/hex/hex.h"

namespace kvintet::envs::hex {
namespace {

constexpr char kLetters[] = {'R', 'B'};
constexpr char kSwapped[] = " swapped";

}  // namespace

std::string_view ColourName(int colour) { return colour == kRed ? "Red" : "Blue"; }

std::string Hex::ActionName(const View&, Action action) const {
  if (action == SwapAction()) {
    return "swap";
  }
  const int size = board_.Size();
  return absl::StrCat(std::string(1, static_cast<char>('a' + action % size)), action / size + 1);
}

std::string Hex::PositionText(const Position& p) const {
  std::string text;
  for (int cell = 0; cell < board_.NumCells(); ++cell) {
    text += cell % board_.Size() == 0 && cell > 0 ? "/" : "";
    text += p.stones[kRed].Has(cell)    ? kLetters[kRed]
            : p.stones[kBlue].Has(cell) ? kLetters[kBlue]
                                        : '.';
  }
  return absl::StrCat(text, " ", std::string(1, kLetters[p.to_move]),
                      p.red_seat == 1 ? kSwapped : "");
}

absl::StatusOr<Hex::Position> Hex::ParsePosition(const std::string& text) const {
  const auto columns = static_cast<size_t>(board_.Size()) + 1;
  const size_t length = columns * static_cast<size_t>(board_.Size()) - 1;
  // A side that has already connected its edges would end the game with each stone that is placed
  // after it, so the side that moved last is placed last.
  const int to_move = text.size() > length + 1 && text[length + 1] == kLetters[kBlue] ? 1 : 0;
  Position p = Initial();
  for (const int colour : {to_move, 1 - to_move}) {
    for (size_t i = 0; i < length && i < text.size(); ++i) {
      if (i % columns + 1 < columns && text[i] == kLetters[colour]) {
        Place(&p, static_cast<Colour>(colour),
              static_cast<int>(i / columns) * board_.Size() + static_cast<int>(i % columns));
      }
    }
  }
  p.to_move = static_cast<uint8_t>(to_move);
  p.red_seat = text.ends_with(kSwapped) ? 1 : 0;
  if (PositionText(p) != text || !CanBeReached(p)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "wanted ", board_.Size(), " rows of R, B and . from row 1, the side to move and, after a ",
        "swap, 'swapped', like '", PositionText(Initial()), "', that play can reach, found '", text,
        "'"));
  }
  return p;
}

bool Hex::CanBeReached(const Position& p) const {
  const int lead = p.stones[kRed].Count() - p.stones[kBlue].Count();
  const bool swapped_well = p.red_seat == 0 || (swap_ && p.num_stones > 0);
  const auto connected = [](const Position& position, int colour) {
    const auto& linked = position.linked[static_cast<size_t>(colour)];
    return (linked[kLow] & linked[kHigh]).Count() > 0;
  };
  if (lead != p.to_move || !swapped_well || connected(p, p.to_move)) {
    return false;
  }
  // At the end, every connection needs the last stone.
  const auto last = static_cast<Colour>(1 - p.to_move);
  bool possible = p.over == 0;
  p.stones[last].ForEach([&](int removed) {
    Position before = Initial();
    p.stones[last].ForEach([&](int cell) {
      if (!possible && cell != removed) {
        Place(&before, last, cell);
      }
    });
    possible = possible || !connected(before, last);
  });
  return possible;
}

}  // namespace kvintet::envs::hex
