// Tantrix: the rules T1 to T6 and T8 of the README.md in this folder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "envs/games/tantrix/renaming.h"
#include "envs/games/tantrix/situation.h"
#include "envs/games/tantrix/tile.h"
#include "envs/rules/rules.h"

namespace kvintet::envs::tantrix {

// The tiles and sizes of a variant of the game.
struct Box {
  // The game uses the tiles 1 to this number.
  int num_tiles = kMaxTiles;
  int rack_size = 6;
  // The colours of these tiles.
  std::string_view colours = kColourLetters;
  // The radius of the hexagon of cells that a network sees.
  int radius = 8;
};

// A tile and the action that lays it.
struct LayAction {
  size_t tile;
  Action action;
};

// For a rotated tile: what each side, by letter, adds to the index of its cell in the planes.
using SideOffsets = std::array<int16_t, kSides + 2>;
using TileSights = std::array<std::array<SideOffsets, kSides>, kMaxTiles>;

// Who looks at a situation, which decides the racks that are known.
enum class Viewer : uint8_t { kSeat0, kSeat1, kSpectator, kAll };

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
  static constexpr int kDerivedPlanes = 36;
  static constexpr std::array<int, 1> kEarlierDerivedPlanes = {20};
  static constexpr int kSlotFeatures = 8;

  explicit Tantrix(const RuleOptions& options) : Tantrix(options, Box{}) {}
  Tantrix(const RuleOptions& options, const Box& box);
  static OptionSchema Options() { return OptionsOf(Box{}); }
  static OptionSchema OptionsOf(const Box& box);
  GameSpec Spec() const;
  Position Initial() const;
  ActorSet Actors(const Position& position) const;
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  void ChanceOutcomes(const Position& position, std::vector<ChanceOutcome>* outcomes) const;
  Outcome Result(const Position& position) const;

  View MakeView(const Position& position, Seat seat) const;
  bool MustAct(const View& view) const;
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // Lines, and what a tile would make of them (prospects.cc).
  void Derive(const View& view, std::span<uint8_t> planes) const;
  // Tiles are the first policy slots. Features of those that may be chosen: what they would make.
  int NumFeaturedSlots() const { return box_.num_tiles; }
  void DescribeSlots(const View& view, std::span<float> features) const;
  int PolicyIndex(const View& view, Action action) const;
  void GreedyActions(const View& view, std::vector<Action>* best) const;
  // In playout.cc: a third of the time of single steps.
  Outcome PlayOut(const Position& start, RandomStream* random) const {
    return PlayOutCarefully(start, 1, random);
  }
  // The same, but each tile, chosen at random, is laid in the best of `tries` places drawn at
  // random (of fewer if it has fewer): where the mover's line through it is longest, less the
  // other's.
  Outcome PlayOutCarefully(const Position& start, int tries, RandomStream* random) const;
  // Everything except the tiles that others draw.
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const;
  View InitialView(Seat seat) const { return MakeView(Initial(), seat); }
  void Follow(View* view, RepetitionHistory*, Actor actor, std::optional<Action> action) const;
  // A hidden rack may decide who acts next.
  bool TellsActors() const { return !open_; }
  bool FollowActors(View* view, ActorSet actors) const;
  // Samples by the evidence in the view; see README.md.
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
  std::unique_ptr<const MatchPlay> MakeMatchPlay() const;
  // The tiles of private racks; null if racks are open.
  std::unique_ptr<const HeldThings> MakeHeldThings() const;

  int InverseSymmetry(int symmetry) const;
  Position Transform(int symmetry, const Position& position) const;
  View Transform(int symmetry, const View& view) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

 private:
  TileSet Deck() const { return ~TileSet{0} >> (64 - box_.num_tiles); }
  TileSet Bag(const Position& position) const;
  // The tiles that chance may draw next, each as likely. REQUIRES: chance acts.
  TileSet Drawable(const Position& position) const;
  int MaxSpacesOfGame() const;
  // Actions: the index of a tile to lay; then the number of a space and a rotation.
  Action ActionOf(int space, int rotation) const {
    return box_.num_tiles + static_cast<int>(kSides) * space + rotation;
  }
  int SpaceOf(Action action) const { return (action - box_.num_tiles) / static_cast<int>(kSides); }
  int RotationOf(Action action) const {
    return (action - box_.num_tiles) % static_cast<int>(kSides);
  }

  bool Knows(Viewer viewer, size_t seat) const {
    return open_ || viewer == Viewer::kAll || static_cast<size_t>(viewer) == seat;
  }
  // The tiles that are neither on the table nor in a known rack.
  TileSet Unseen(const Situation& s) const;
  // Fills in a rack if it must hold all unseen tiles.
  void Deduce(Viewer viewer, Situation* s) const;
  void HideFrom(Viewer viewer, Situation* s) const;
  bool EndUntoldTurn(ActorSet actors, Viewer viewer, Situation* s) const;
  bool DrawRacks(const std::array<bool, kNumSeats>& hidden, RandomStream* random,
                 Situation* s) const;
  bool Settle(Situation* s) const;
  void ForceChoice(RandomStream* random, Situation* s) const;

  void Take(Viewer viewer, std::optional<Action> outcome, Situation* s) const;
  void Choose(int tile, Situation* s) const;
  void Lay(Viewer viewer, Action action, Situation* s) const;
  void EnterNextStage(Viewer viewer, Situation* s) const;
  void EndTurn(Situation* s) const;
  void EndPhase(Situation* s) const;
  TileSet FreeChoices(const Situation& s) const;
  void SetLegal(const Situation& s, ActionMask mask) const;
  TileSights SightsOf(size_t viewer) const;
  void ShowNumbers(const Situation& s, Seat seat, std::span<float> globals) const;
  int LeadAfter(const Situation& s, size_t tile, Action action) const;
  std::vector<LayAction> LayActions(const Situation& s) const;

  absl::Status Complete(Situation* s) const;
  absl::Status CheckCounts(const Situation& s) const;
  absl::Status CheckStage(Situation* s) const;

  Box box_;
  std::array<Colour, kNumSeats> colours_;  // of each seat
  bool open_;
  bool lottery_;
  bool tournament_;
  Renaming renaming_;
  // For the renamed game, by the seat that looks.
  std::array<TileSights, kNumSeats> sights_;
};

// A drawing of one tile, by index.
Scene TileScene(int tile);

// "blue", "green", "red" or "yellow".
std::string_view ColourName(Colour colour);

// The tournament points of the better player, in tenths, by the difference of scores (T6).
int TournamentTenths(int difference);

}  // namespace kvintet::envs::tantrix
