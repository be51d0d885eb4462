// Renju: the reference implementation of the game, its openings and Black's forbidden points.
//
// Boards are strings of 225 characters, `X` (Black), `O` (White) or `.`, with index
// 15 * row + column; row 0 = rank `1`, column 0 = `a`.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/reference_game.h"
#include "tests/reference/renju/renju_lines.h"
#include "tests/reference/renju/renju_opening.h"

namespace kvintet::reference {

// Every point forbidden to Black, who is to move, ascending. REQUIRES: 225 characters of `XO.`.
std::vector<int> ForbiddenPoints(const std::string& board225);

// The name of the opening of the first three stones, such as `D4 Kagetsu`; the stones are given as
// points such as `h8`. It is the same under all eight symmetries of the board; empty if the stones
// are not a named opening.
std::string OpeningName(const std::string& first, const std::string& second,
                        const std::string& third);

// One game of Renju. Everything is public, so all seats know the same.
class Renju : public ReferenceGame {
 public:
  enum class Forbidden { kLoses, kMasked, kNone, kClaimed };
  struct Options {
    bool rif1996 = true;  // false: `opening: free`
    Forbidden forbidden = Forbidden::kLoses;
  };

  explicit Renju(Options options);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

  // The 225 characters of the board.
  const std::string& Board() const { return board_; }

 private:
  enum class Stage { kTurn, kColours, kOffer, kPick, kOver };

  char ColourToMove() const;
  int SeatToAct() const;
  bool MayPass() const;
  bool MayPlay(renju::Point point) const;
  bool MayOffer(renju::Point one, renju::Point other,
                const std::vector<renju::Symmetry>& symmetries) const;
  std::vector<renju::Point> PlayablePoints() const;
  std::vector<std::string> LegalOffers() const;
  bool IsLegal(const std::string& move) const;
  void Offer(const std::string& move);
  void Pass();
  void Play(renju::Point point);
  void EndTurn();
  void End(const std::string& reason, int winner);

  Options options_;
  Stage stage_ = Stage::kTurn;
  std::string board_;
  int turn_ = 1;                        // number of the turn now to be made; a pass is a turn
  int black_seat_ = 0;                  // tentative until the colours are chosen
  std::array<renju::Point, 2> offers_;  // in stage kPick
  bool last_was_pass_ = false;
  std::string last_stone_;  // its name; empty before the first and after a pass
  std::string reason_;      // empty until the end
  int winner_ = -1;         // the winning seat at the end, -1 for a draw
  std::vector<Event> history_;
};

// `opening`: rif1996 or free; `forbidden`: loses, masked, none or claimed. `none` is play without
// forbidden points: Black, like White, then wins with five or more. `claimed` (R4): no stone ends
// the game, except the one on the last point.
std::unique_ptr<ReferenceGame> MakeRenju(std::string opening, std::string forbidden);

}  // namespace kvintet::reference
