// Kontranto: simultaneous hidden moves; rules K1 to K12 and K15 of the README.md in this folder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

#include "base/hash.h"
#include "envs/games/kontranto/grid.h"
#include "envs/games/kontranto/joint_moves.h"
#include "envs/games/kontranto/piece_moves.h"
#include "envs/games/kontranto/position.h"
#include "envs/rules/rules.h"

namespace kvintet::envs::kontranto {

// Immutable: any number of threads may use it at once.
class Kontranto {
 public:
  using Position = kontranto::Position;
  using View = kontranto::View;
  static constexpr std::string_view kName = "kontranto";
  static constexpr bool kWritesAllPlanes = true;

  explicit Kontranto(const RuleOptions& options);
  static absl::StatusOr<Kontranto> Create(const RuleOptions& options);
  static OptionSchema Options();
  // The default of `target` depends on `board`.
  static void CompleteOptions(std::map<std::string, std::string>* given);
  GameSpec Spec() const;
  Position Initial() const;
  ActorSet Actors(const Position& position) const { return ActorSet::FromBits(position.to_act); }
  void Step(Position* position, RepetitionHistory* history, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;

  View MakeView(const Position& position, Seat seat) const;
  bool MustAct(const View& view) const { return Actors(view.position).Has(view.seat); }
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // Which side has conquered each cell.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  int PolicyIndex(const View& view, Action action) const;
  // Ignores the number of the step.
  Key128 CacheKey(const View& view) const;
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const;
  View InitialView(Seat seat) const { return MakeView(Initial(), seat); }
  // Only unrevealed choices are hidden, and they count as not made.
  Position Resample(const View& view, RandomStream*) const { return view.position; }
  void GreedyActions(const View& view, std::vector<Action>* best) const;
  // 0 in the choice of colours and in the final two-step, which are worth nothing to either seat: a
  // seat that can choose between two matchings wins as often as it loses.
  std::optional<float> KnownReturn(const View& view) const;

  std::string ActionName(const View& view, Action action) const;
  int MoveProgress(const View& view) const;
  std::string MoveText(const View& view, std::span<const Action> actions) const;
  absl::StatusOr<std::vector<Action>> ParseMove(const View& view, const std::string& text) const;
  std::string PositionText(const Position& position) const;
  std::string ViewText(const View& view) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;
  std::unique_ptr<const MatchPlay> MakeMatchPlay() const;

  // Bits: 1 and 2 mirror the board (Grid's turns), 4 swaps the shapes of both sides, 8 swaps the
  // colours and the shapes of the new Black. There are fewer symmetries if the shapes of the sides
  // are not alike.
  int NumSymmetries() const;
  int InverseSymmetry(int symmetry) const { return symmetry & 8 ? symmetry ^ 4 : symmetry; }
  Position Transform(int symmetry, const Position& position) const;
  View Transform(int symmetry, const View& view) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

  const Grid& Board() const { return grid_; }
  // The value that stands for an action in Position::targets.
  int TargetOf(Action action) const {
    return action >= kFirstCellAction ? (action - kFirstCellAction) % grid_.NumCells()
           : action == kGiveUp        ? kGivenUp
                                      : action & 1;
  }
  // Where the pieces of one side may go in a step, which both sides know. REQUIRES: stage kStep.
  SideMoves MovesOf(const Position& position, Colour colour) const;
  Colour ColourOf(const Position& position, size_t seat) const {
    return position.white_seat == seat ? kWhite : kBlack;
  }
  // K4: the cells where a side may place its pieces.
  Cells Zone(const Position& position, Colour colour) const {
    return zones_[static_cast<size_t>(colour ^ position.zones_changed)];
  }
  int NumPieces(Colour colour, Shape shape) const { return num_pieces_[colour][shape]; }
  int NumPieces(Colour colour) const {
    return num_pieces_[colour][kCircle] + num_pieces_[colour][kTriangle];
  }
  // K11: the shapes that a side may choose in the final two-step, as bits by Shape.
  uint8_t TwoStepShapes(const Position& position, Colour colour) const;
  // The shape of the `number`th piece that a side places.
  Shape PlacedShape(const Position& position, Colour colour, int number) const {
    const auto first = static_cast<Shape>(position.triangles_first >> colour & 1);
    return number < num_pieces_[colour][first] ? first : static_cast<Shape>(1 - first);
  }

 private:
  friend class PositionReader;

  struct OwnChoices {
    std::array<Cells, 2> taken = {};  // by shape
    Cells deciding = 0;
  };

  Action CellAction(int kind, int cell) const {
    return kFirstCellAction + kind * grid_.NumCells() + cell;
  }
  Action ActionOfWord(const View& view, const std::string& word) const;
  absl::StatusOr<std::vector<std::string>> WordsOf(const View& view, const std::string& text) const;
  void TransformChoices(int symmetry, const Position& position, Position* image) const;
  // The number of actions in the move of a seat in this stage.
  int MoveLength(const Position& position, size_t seat) const;
  bool Hidden(const Position& position, Seat viewer, size_t seat) const;
  PieceCells WorthOfClashes(const Position& position, Colour colour, const SideMoves& own,
                            const SideMoves& other) const;
  OwnChoices ChoicesOf(const Position& position, size_t seat) const;
  void ObserveGlobals(const View& view, std::span<float> globals) const;
  Cells MovingCells(const Position& position, Colour colour) const;
  Cells OpenCells(const Position& position, Colour colour) const;
  PieceChoice NextChoice(const Position& position, size_t seat) const;
  Cells PlacingCells(const Position& position, size_t seat) const;
  Cells ChoosingCells(const Position& position, size_t seat, int number) const;
  void SetCells(Cells cells, int kind, ActionMask mask) const;

  void Enter(Position* position, Stage stage, uint8_t actors) const;
  void Resolve(Position* position, RepetitionHistory* history) const;
  void ResolveFirst(Position* position, RepetitionHistory* history) const;
  void ResolveStep(Position* position, RepetitionHistory* history) const;
  void ResolveChoices(Position* position) const;
  void ResolveTwoStep(Position* position) const;
  void RenewAreas(Position* position, const PieceSets& before, Cells lost,
                  RepetitionHistory* history) const;
  void AddAreas(Position* position, Cells cells) const;
  void InsertArea(Position* position, Cells area, int steps) const;
  bool Contested(const Position& position, Cells cells) const;
  void Judge(Position* position) const;
  void BeginChoices(Position* position) const;
  void Finish(Position* position, End end, int winning_colour) const;
  std::string ChoicesText(const View& view, size_t seat) const;
  std::string WhyImpossible(const Position& position) const;
  std::string WhyNotPlaced(const Position& position) const;
  std::string WhyOver(const Position& position) const;
  std::string WhyNotOffered(const Position& position) const;

  Grid grid_;
  std::array<Cells, 2> zones_;  // by colour
  std::array<std::array<int, 2>, 2> num_pieces_;
  int target_;
  bool colour_choice_;
  // K11: `two_step_pieces=remaining`.
  bool removed_are_gone_;
};

}  // namespace kvintet::envs::kontranto
