// ClaimableWin: replays the game and tracks the claims.
#include "envs/games/renju/claims.h"

#include <array>
#include <string>

#include "envs/games/renju/forbidden.h"
#include "envs/games/renju/renju.h"
#include "envs/games/renju/rows.h"

namespace kvintet::envs::renju {
namespace {

// The game replayed, and the claims that it allows.
struct Noticed {
  std::array<Board, 2> stones = {};
  int turns = 0;
  int black_seat = 0;
  bool black_five = false;
  bool white_five = false;
  bool white_overline = false;
  bool black_overline = false;
  // Whether Black's last turn was a forbidden move other than an overline.
  bool fresh = false;

  void Place(int point) {
    const size_t colour = turns % 2 == 0 ? kBlack : kWhite;
    const bool forbidden =
        colour == kBlack && ForbiddenSet(stones[kBlack], stones[kWhite]).Has(point);
    stones[colour].Add(point);
    const Board made = RowsThrough(stones[colour], point);
    const bool five = HasExactFive(made);
    const bool overline = !five && HasFiveOrMore(made);
    black_five |= colour == kBlack && five;
    black_overline |= colour == kBlack && overline;
    white_five |= colour == kWhite && five;
    white_overline |= colour == kWhite && overline;
    fresh = forbidden && !overline;
    ++turns;
  }
  void Take(const std::string& move) {
    if (const int point = ParsePoint(move); point != kNoPoint) {
      Place(point);
    } else if (move == "pass") {
      fresh = false;
      ++turns;
    } else if (move == "swap") {
      black_seat = 1;
    }
  }
};

}  // namespace

std::string_view ClaimableWin(const Playthrough& play, Seat seat) {
  Noticed noticed;
  for (const PlayedEvent& event : play.Events()) {
    noticed.Take(event.text);
  }
  if (Index(seat) == noticed.black_seat) {
    return EndName(noticed.black_five ? End::kFive : End::kNone);
  }
  return EndName(noticed.white_five                        ? End::kFive
                 : noticed.white_overline                  ? End::kOverline
                 : noticed.black_overline || noticed.fresh ? End::kForbidden
                                                           : End::kNone);
}

}  // namespace kvintet::envs::renju
