// Tantrix: the reference implementation of the two-player game of tiles, racks and a bag.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"
#include "tests/reference/tantrix/tantrix_secrets.h"
#include "tests/reference/tantrix/tantrix_table.h"

namespace kvintet::reference {

// The rule options of clauses T2 and T6, and the tiles in play.
struct TantrixOptions {
  std::array<char, 2> colours = {'R', 'Y'};  // seat 0's and seat 1's, letters of `BGRY`
  bool lottery = true;                       // false: seat 0 starts
  bool open_racks = false;
  bool tournament_reward = false;  // false: win, draw or loss
  std::vector<int> tiles = tantrix::AllTiles();
  int rack_size = 6;
};

// A smaller version: the 14 tiles without green, racks of two.
TantrixOptions TinyTantrix(TantrixOptions options);

// One game of Tantrix.
class Tantrix : public ReferenceGame {
 public:
  // REQUIRES: two different colours; more tiles than the two racks hold.
  explicit Tantrix(TantrixOptions options);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  std::vector<double> ChanceProbabilities() const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::array<int, 2> Margin() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  bool PastTells() const override { return !options_.open_racks; }
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

  // The tiles on the table, for tests.
  const tantrix::Table& LaidTiles() const { return table_; }
  const std::set<int>& Rack(int seat) const { return racks_[static_cast<std::size_t>(seat)]; }
  const std::set<int>& Bag() const { return bag_; }
  bool FreeMoveMade() const { return free_move_made_; }

 private:
  enum class Stage { kLots, kDeal, kTurns, kOver };

  // The seat for which chance draws a tile now; -1 if none.
  int SeatToDraw() const;
  bool Sees(int viewer, int owner) const;
  std::vector<int> TilesInHand() const;
  std::vector<tantrix::Placement> LegalPlacements(const std::vector<int>& tiles) const;
  void DrawLot(int tile);
  void DrawTile(int tile);
  void LayTile(const tantrix::Placement& placement);
  void NoteSilence(const std::vector<tantrix::Placement>& possible);
  void EnterNextStage();
  void PassTurn();
  void End(const std::string& reason);

  TantrixOptions options_;
  Stage stage_ = Stage::kLots;
  std::vector<int> lots_;
  std::array<std::set<int>, 2> racks_;
  std::set<int> bag_;
  tantrix::Table table_;
  int turn_ = 0;                    // the seat to move; during the deal, the seat that starts
  bool free_move_made_ = false;     // in this turn
  bool must_fill_ = false;          // the legal moves are fills
  std::vector<std::string> legal_;  // the moves of `turn_`, if it must decide
  std::string reason_;              // empty until the end
  std::vector<Event> history_;
  tantrix::Secrets past_;  // the draws, placements and silences so far
};

}  // namespace kvintet::reference
