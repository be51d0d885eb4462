// Tantrix: the rules T1 to T6 and T8 of README.md beside this file, ready for batches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "envs/games/tantrix/evidence.h"
#include "envs/games/tantrix/line.h"
#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/renaming.h"
#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"
#include "envs/rules.h"

namespace kvintet::envs::tantrix {

// What happens next.
enum class Stage : uint8_t {
  kFirstLot,   // chance: seat 0's lot
  kSecondLot,  // chance: seat 1's
  kDeal,       // chance: a tile to seat 0 until its rack is full, then to seat 1
  kDraw,       // chance: a tile to the mover
  kChoose,     // the mover chooses a tile
  kLay,        // and where it goes
  kOver,
  kUntold  // in a followed view: whether the mover goes on has not been told yet
};

// How the game ended.
enum class End : uint8_t { kNone, kTiles, kDeadlock };

// What a variant of the game is made of.
struct Box {
  // The tiles 1 to this.
  int num_tiles = kMaxTiles;
  int rack_size = 6;
  // Colours of these tiles.
  std::string_view colours = kColourLetters;
  // The hexagon of cells that a network sees has this many around its centre.
  int radius = 8;
};

// All there is to know, or what one looker knows of it; everything but racks and `choices` is
// public.
struct Situation {
  Table table;
  // The tiles that fill some forced space now, wherever they are; none while there is one to draw
  // that lifts the restrictions.
  TileSet fillers;
  // What a looker does not know is empty.
  std::array<TileSet, kNumSeats> racks;
  // In kChoose, for the mover: the tiles that may be chosen.
  TileSet choices;
  std::array<Evidence, kNumSeats> evidence;
  std::array<uint8_t, kNumSeats> rack_sizes;
  std::array<uint8_t, kNumSeats> num_drawn;
  // Best line or loop of each seat (T6).
  std::array<Line, kNumSeats> best;
  Stage stage;
  End end;
  // Whose turn it is; who begins, during the deal.
  uint8_t mover;
  uint8_t moved;  // 1 after the turn's free move
  // The first lot in kSecondLot, the chosen tile in kLay: index + 1; else 0.
  uint8_t tile;
  uint8_t bag_size;
  std::array<uint8_t, 6> zero;
};

// What the sides of a turned tile, by letter, add to the place of its cell in the planes.
using SideOffsets = std::array<int16_t, kSides + 2>;
using TileSights = std::array<std::array<SideOffsets, kSides>, kMaxTiles>;

// Who looks at a situation, so which racks are known.
enum class Looker : uint8_t { kSeat0, kSeat1, kSpectator, kAll };

// Immutable: any number of threads may use it at once.
class Tantrix {
 public:
  struct Position {
    Situation now;
  };
  struct View {
    Situation now;
    Seat seat;
    std::array<uint8_t, 7> zero;
  };
  static constexpr std::string_view kName = "tantrix";
  static constexpr int kNumSymmetries = kSides;
  static constexpr int kDerivedPlanes = 20;

  explicit Tantrix(const RuleOptions& options) : Tantrix(options, Box{}) {}
  Tantrix(const RuleOptions& options, const Box& box);
  static OptionSchema Options() { return OptionsOf(Box{}); }
  static OptionSchema OptionsOf(const Box& box);
  GameSpec Spec() const;
  Position Initial() const;
  ActorSet Actors(const Position& position) const;
  void Step(Position* position, Trail*, Actor actor, Action action) const;
  void ChanceOutcomes(const Position& position, std::vector<ChanceOutcome>* outcomes) const;
  Outcome Result(const Position& position) const;

  View MakeView(const Position& position, Seat seat) const;
  bool MustAct(const View& view) const;
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // Lines, and what a tile would make of them (prospects.cc).
  void Derive(const View& view, std::span<uint8_t> planes) const;
  int PolicyIndex(const View& view, Action action) const;
  void GreedyActions(const View& view, std::vector<Action>* best) const;
  // Everything but what others draw.
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const;
  View InitialView(Seat seat) const { return MakeView(Initial(), seat); }
  void Follow(View* view, Trail*, Actor actor, std::optional<Action> action) const;
  // A rack may decide who acts next.
  bool TellsActors() const { return !open_; }
  bool FollowActors(View* view, ActorSet actors) const;
  // By the evidence that the view carries: see README.md.
  Position Resample(const View& view, RandomStream* random) const;

  std::string ActionName(const View& view, Action action) const;
  std::string OutcomeName(const View& view, Action outcome) const;
  int MoveProgress(const View& view) const;
  std::string MoveText(const View& view, std::span<const Action> actions) const;
  absl::StatusOr<std::vector<Action>> ParseMove(const View& view, const std::string& text) const;
  absl::StatusOr<std::vector<Action>> ReadMove(const View& view, Actor actor,
                                               const std::string& text) const;
  std::string PositionText(const Position& position) const;
  std::string ViewText(const View& view) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;

  int InverseSymmetry(int symmetry) const;
  Position Transform(int symmetry, const Position& position) const;
  View Transform(int symmetry, const View& view) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

 private:
  TileSet Deck() const { return ~TileSet{0} >> (64 - box_.num_tiles); }
  TileSet Bag(const Position& position) const;
  int MaxSpacesOfGame() const;
  // Actions: a tile to lay, by index; then where: number of the space and rotation.
  Action ActionOf(int space, int rotation) const {
    return box_.num_tiles + static_cast<int>(kSides) * space + rotation;
  }
  int SpaceOf(Action action) const { return (action - box_.num_tiles) / static_cast<int>(kSides); }
  int RotationOf(Action action) const {
    return (action - box_.num_tiles) % static_cast<int>(kSides);
  }

  bool Knows(Looker looker, size_t seat) const {
    return open_ || looker == Looker::kAll || static_cast<size_t>(looker) == seat;
  }
  // Neither on the table nor in a rack that is known.
  TileSet Unseen(const Situation& s) const;
  // Fills in a rack that must hold all unseen tiles.
  void Deduce(Looker looker, Situation* s) const;
  void HideFrom(Looker looker, Situation* s) const;
  bool EndUntoldTurn(ActorSet actors, Looker looker, Situation* s) const;
  bool DrawRacks(const std::array<bool, kNumSeats>& hidden, RandomStream* random,
                 Situation* s) const;
  bool Settle(Situation* s) const;
  void ForceChoice(RandomStream* random, Situation* s) const;

  void Take(Looker looker, std::optional<Action> outcome, Situation* s) const;
  void Choose(int tile, Situation* s) const;
  void Lay(Looker looker, Action action, Situation* s) const;
  void GoOn(Looker looker, Situation* s) const;
  void EndTurn(Situation* s) const;
  void EndPhase(Situation* s) const;
  TileSet FreeChoices(const Situation& s) const;
  void SetLegal(const Situation& s, ActionMask mask) const;
  TileSights SightsOf(size_t looker) const;
  void ShowNumbers(const Situation& s, Seat seat, std::span<float> globals) const;
  int LeadAfter(const Situation& s, size_t tile, Action action) const;

  // Calls visit(tile, action) for each placement of the chosen tile; before the choice, for those
  // of each tile that may be chosen, tile by tile.
  template <typename Visit>
  void ForEachPlacement(const Situation& s, const Visit& visit) const {
    if (s.stage == Stage::kLay) {
      std::array<uint64_t, (kMaxTiles + kSides * MaxSpaces(kMaxTiles) + 63) / 64> words = {};
      const ActionMask mask(words);
      SetLegal(s, mask);
      mask.ForEach([&](Action action) { visit(s.tile - size_t{1}, action); });
      return;
    }
    ForEachTile(s.choices, [&](int tile) {
      Situation next = s;
      Choose(tile, &next);
      ForEachPlacement(next, visit);
    });
  }

  absl::Status Complete(Situation* s) const;
  absl::Status CheckCounts(const Situation& s) const;
  absl::Status CheckStage(Situation* s) const;

  Box box_;
  std::array<Colour, kNumSeats> colours_;  // of each seat
  bool open_;
  bool lottery_;
  bool tournament_;
  Renaming renaming_;
  // Of the renamed game, by the seat that looks.
  std::array<TileSights, kNumSeats> sights_;
};

// Whether the restrictions of T4 hold.
inline bool Restricted(const Situation& s) { return s.bag_size > 0; }

// Tournament points of the better player in tenths, by the difference of the scores (T6).
int TournamentTenths(int difference);

}  // namespace kvintet::envs::tantrix
