// Punct: the rules P1 to P5 of the README.md in this folder.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "envs/games/punct/board.h"
#include "envs/games/punct/landing.h"
#include "envs/games/punct/position.h"
#include "envs/rules/rules.h"

namespace kvintet::envs::punct {

// Actions: a kind from the supply is its number; an own piece is kKinds + the space of its PÜNCT; a
// place and rotation is FirstWhere() + spaces * rotation + space.
inline constexpr int kMaxActions = kKinds + kMaxSpaces + kDirections * kMaxSpaces;
inline constexpr int kSymmetriesOfBoard = 12;

// Immutable: any number of threads may use it at once.
class Punct {
 public:
  using Position = punct::Position;
  using View = OpenView<Position>;
  static constexpr std::string_view kName = "punct";
  static constexpr bool kWritesAllPlanes = true;
  static constexpr int kDerivedPlanes = 4 + kDirections + 1 + kKinds;
  static constexpr std::array<int, 1> kEarlierDerivedPlanes = {4};

  explicit Punct(const RuleOptions& options) : Punct(options, Box{}) {}
  Punct(const RuleOptions& options, const Box& box);
  static OptionSchema Options() { return OptionsOf(Box{}); }
  static OptionSchema OptionsOf(const Box& box);
  GameSpec Spec() const;
  Position Initial() const;
  ActorSet Actors(const Position& position) const {
    return position.stage == Stage::kOver ? ActorSet()
                                          : ActorSet::Only(static_cast<Actor>(position.to_move));
  }
  void Step(Position* position, RepetitionHistory* history, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;
  // The topmost dots in the centre, which decide a game without a connection (P5).
  std::array<int32_t, 2> Standing(const Position& position) const;

  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // Own and the other's paths between opposite sides (ways.cc), then what the actions do
  // (advice.cc).
  void Derive(const View& view, std::span<uint8_t> planes) const;
  // The owner of the topmost dot on each space.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  int PolicyIndex(const View& view, Action action) const;
  Key128 CacheKey(const View& view) const;
  void GreedyActions(const View& view, std::vector<Action>* best) const;
  // 1 if this turn can join two opposite sides (P5); otherwise unknown.
  std::optional<float> KnownReturn(const View& view) const;
  // An action of a turn that joins two opposite sides.
  std::optional<Action> ForcedWin(const View& view, int64_t) const;
  // Keeps the actions of turns after which the other side cannot join in its next turn.
  bool KeepDefences(const View& view, ActionMask legal) const;

  std::string ActionName(const View& view, Action action) const;
  int MoveProgress(const View& view) const {
    return view.position.stage == Stage::kWhere && Actors(view.position).Has(view.seat) ? 1 : 0;
  }
  std::string MoveText(const View& view, std::span<const Action> actions) const;
  absl::StatusOr<std::vector<Action>> ParseMove(const View& view, const std::string& text) const;
  std::string PositionText(const Position& position) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;
  std::unique_ptr<const MatchPlay> MakeMatchPlay() const;

  // Rotations, then reflections if the box has L and R; then all of these with exchanged colours.
  int NumSymmetries() const { return box_.reflections ? 24 : 12; }
  int InverseSymmetry(int symmetry) const;
  bool ExchangesSeats(int symmetry) const { return symmetry >= NumSymmetries() / 2; }
  Position Transform(int symmetry, const Position& position) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

  const Board& board() const { return board_; }

 private:
  // How a turn can change whether the other side joins in the next one.
  struct Danger {
    // Whether it could join now, if it were its turn.
    bool stands = false;
    // What a turn must touch to change that (joining.cc).
    Lanes matters;
  };
  // Dots that became topmost in a turn.
  struct Change {
    Lanes own;
    Lanes other;
    bool new_piece;
  };

  Action FirstWhere() const { return kKinds + board_.num_spaces(); }
  Action WhereAction(int spot, int rotation) const {
    return FirstWhere() + board_.num_spaces() * rotation + board_.SpaceOf(spot);
  }
  int SpotOfWhere(Action action) const {
    return board_.SpotOf((action - FirstWhere()) % board_.num_spaces());
  }
  int RotationOfWhere(Action action) const { return (action - FirstWhere()) / board_.num_spaces(); }

  // The performance-critical functions are compiled for each board's stride.
  template <int kStride>
  void SetWhat(const Position& position, ActionMask mask) const;
  template <int kStride>
  Landings LandingsOfChosen(const Position& position) const;
  template <int kStride>
  bool CanMove(const Position& position, int index) const;
  template <int kStride>
  bool HasTurn(const Position& position) const;
  template <int kStride>
  void EndTurn(Position* position, RepetitionHistory* history, const Change& change) const;
  void AddToMask(Lanes spots, Action first, ActionMask mask) const;

  Lanes GroundOfNewPieces(const Position& position) const;
  void SetWhere(const Landings& landings, ActionMask mask) const;
  // The dots of a piece that joins two sides in this turn; no spots if none does. REQUIRES: nothing
  // has been chosen yet.
  template <int kStride>
  Lanes JoinThisTurn(const Position& position) const;
  // The landings of the chosen piece that join two sides.
  template <int kStride>
  Landings JoinsWithChosen(const Position& position) const;
  // Whether this turn can join two sides, with the piece that has been chosen if one has.
  bool CanJoin(const Position& position) const;
  // Whether a legal action joins two sides, or can be followed in the same turn by one that does.
  bool JoinsAfter(const Position& position, Action action) const;
  void DeriveWays(const View& view, std::span<uint8_t> planes) const;
  void DeriveAdvice(const View& view, std::span<uint8_t> planes) const;
  template <int kStride>
  bool KeepDefences(const Position& position, ActionMask legal) const;
  template <int kStride>
  Danger DangerFor(const Position& position) const;
  template <int kStride>
  Landings Defending(const Position& position, const Danger& danger, bool one) const;
  template <int kStride>
  bool LosesAt(const Position& position, int spot, int rotation) const;
  Change Place(Position* position, int kind, int spot, int rotation) const;
  Change Move(Position* position, int index, int spot, int rotation) const;
  bool SupplyIsOut(const Position& position) const;
  std::array<int, 2> DotsInCentre(const Surface& surface) const;
  void Finish(Position* position, End end, int winner) const;
  void FinishByCentre(Position* position, End end) const;
  Key128 KeyOf(const Position& position) const;

  // Checks of a position that was read from text.
  absl::Status ParsePieces(const std::string& text, Position* position) const;
  absl::Status ParseSupply(int colour, const std::string& text, const Position& position) const;
  absl::Status ParseTurn(const std::string& text, Position* position) const;
  absl::Status CheckGoesOn(const Position& position) const;

  void AddPieces(const Position& position, const View& view, const ActionMask& mask,
                 Scene* scene) const;
  void AddBoard(const Position& position, const ActionMask& mask, Scene* scene) const;
  void AddTargets(const Position& position, const ActionMask& mask, Scene* scene) const;

  Box box_;
  Board board_;
  bool standard_;
  bool both_;
  int max_plies_;
};

inline Lanes Punct::GroundOfNewPieces(const Position& p) const {
  const Lanes empty = EmptySpots(p.surface, board_);
  // White's first piece is the one placed on the empty board.
  const bool first = !Any(empty ^ Load(board_.All()));
  return standard_ || first ? empty & ~Load(board_.Centre()) : empty;
}

// The word for an end, e.g. `connection`.
std::string_view EndName(End end);

// The image of a spot on the board. `symmetry` is the number of one without exchange of colours.
int ImageOf(const Board& board, int symmetry, int spot);
// The kind and rotation of a piece's image.
struct Turned {
  int kind = 0;
  int rotation = 0;
};
Turned ImageOf(int symmetry, int kind, int rotation);

}  // namespace kvintet::envs::punct
