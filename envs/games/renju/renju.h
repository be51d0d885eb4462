// Renju: the rules R1 to R7, R9 and R10 of the README.md in this folder.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "envs/games/renju/board.h"
#include "envs/rules/rules.h"

namespace kvintet::envs::renju {

// Also the index of a colour's stones.
enum Colour : uint8_t { kBlack = 0, kWhite = 1 };

// What has to be decided now.
enum class Stage : uint8_t {
  kTurn,        // a stone, or a pass if allowed
  kColours,     // R5.2: keep or swap
  kFirstOffer,  // R5.4: the two fifth moves, one after the other
  kSecondOffer,
  kPick,  // R5.5: one of the two
  kOver
};

// How the game ended.
enum class End : uint8_t { kNone, kFive, kOverline, kForbidden, kPasses, kFull };

// The first action of each group. The action for a stone, an offer or a pick is the first of its
// group plus the point. With `opening=free` there are only stones and passes.
inline constexpr Action kPass = kPoints;
inline constexpr Action kKeep = kPoints + 1;
inline constexpr Action kSwap = kPoints + 2;
inline constexpr Action kFirstOffers = kPoints + 3;
inline constexpr Action kSecondOffers = kFirstOffers + kPoints;
inline constexpr Action kPicks = kSecondOffers + kPoints;

struct Threatened;

// Immutable: any number of threads may use it at once.
class Renju {
 public:
  struct Position {
    std::array<Board, 2> stones;  // by Colour
    // Points forbidden to Black, also while White is to move. Empty at the end and under
    // `forbidden=none`.
    Board forbidden;
    uint8_t to_act;  // ActorSet bits
    Stage stage;
    uint8_t to_move;     // Colour; Black at the end
    uint8_t black_seat;  // tentative until the colours are chosen
    uint8_t num_stones;
    uint8_t last;                   // point of the last stone; kNoPoint if a pass has followed it
    uint8_t passed;                 // 1 if the last action was a pass
    std::array<uint8_t, 2> offers;  // points; kNoPoint outside the offer stages
    uint8_t order;  // the symmetry that was applied to the canonical order of offers
    End end;
    uint8_t winner;  // a seat, or kNobody
  };
  using View = OpenView<Position>;
  static constexpr std::string_view kName = "renju";
  static constexpr bool kWritesAllPlanes = true;
  static constexpr int kDerivedPlanes = 7;
  static constexpr int kNumSymmetries = kSymmetries;
  static constexpr uint8_t kNobody = 2;

  explicit Renju(const RuleOptions& options);
  static OptionSchema Options();
  GameSpec Spec() const;
  Position Initial() const;
  ActorSet Actors(const Position& position) const { return ActorSet::FromBits(position.to_act); }
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;
  // Whether any point may be forbidden to Black.
  bool HasForbiddenPoints() const { return forbidden_ != Forbidden::kNone; }

  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // Where either side makes fives, fours and threes (lines.cc).
  void Derive(const View& view, std::span<uint8_t> planes) const;
  int PolicyIndex(const View& view, Action action) const;
  Key128 CacheKey(const View& view) const;
  // The owner of the stone on each point.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  void GreedyActions(const View& view, std::vector<Action>* best) const;
  // Finds wins by fours only (threats.h).
  std::optional<float> KnownReturn(const View& view) const;
  // Finds wins by fours, then by fours and threes (threes.h).
  std::optional<Action> ForcedWin(const View& view, int64_t positions) const;

  std::string ActionName(const View& view, Action action) const;
  int MoveProgress(const View& view) const;
  std::string MoveText(const View& view, std::span<const Action> actions) const;
  absl::StatusOr<std::vector<Action>> ParseMove(const View& view, const std::string& text) const;
  std::string PositionText(const Position& position) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  // A position in which `to_move` may place a stone, with these stones anywhere on the board. For
  // games that were begun elsewhere under other opening rules. Black is seat 0. InvalidArgument if
  // two stones share a point, the board is full, or a row of five has ended the game.
  absl::StatusOr<Position> SetUp(const Board& black, const Board& white, Colour to_move) const;
  Scene MakeScene(const View& view) const;
  std::unique_ptr<const MatchPlay> MakeMatchPlay() const;

  int InverseSymmetry(int symmetry) const { return InverseOf(symmetry); }
  Position Transform(int symmetry, const Position& position) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

 private:
  enum class Forbidden : uint8_t { kLoses, kMasked, kNone, kClaimed };

  // The number of stones after which the opening rules no longer apply.
  int OpeningStones() const { return rif_ ? 5 : 3; }
  bool MayPass(const Position& position) const {
    return position.stage == Stage::kTurn && position.num_stones >= OpeningStones();
  }
  // Points where the player to move may place a stone (stage kTurn) or offer one.
  Board PlayablePoints(const Position& position) const;
  // The position for the threat search; empty in the opening, or if no five ends the game.
  std::optional<Threatened> Threatening(const Position& position) const;
  void Place(Position* position, int point) const;
  void GoOnUnclaimed(Position* position, uint8_t colour) const;
  void Pass(Position* position) const;
  void StepOpening(Position* position, Action action) const;
  void Turn(Position* position) const;
  // R4: no stone ends the game by itself.
  bool ByClaim() const { return forbidden_ == Forbidden::kClaimed; }
  bool KeepUrgent(const Position& position, std::vector<Action>* points) const;
  void Finish(Position* position, End end, int winner) const;
  // Checks of a position that was read from text.
  absl::Status CheckReachable(const Position& position) const;
  absl::Status CheckEnd(const Position& position) const;
  std::array<int, 2> PlacedAfterOpening(const Position& position) const;
  End EndOf(const Position& position, int colour, const std::array<Board, 2>& before) const;
  void Complete(Position* position) const;

  bool rif_;
  Forbidden forbidden_;
};

// The seat that plays this colour.
inline int SeatOf(const Renju::Position& position, int colour) {
  return position.black_seat ^ colour;
}

// The opening's name, e.g. `D4 Kagetsu`, while its three stones can be identified; otherwise empty.
std::string_view OpeningOf(const Renju::Position& position);

// The word for a stage or an end in position texts, e.g. `black`, `five`.
std::string_view EndName(End end);

}  // namespace kvintet::envs::renju
