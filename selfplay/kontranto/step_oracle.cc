// StepOracle: see the header.
#include "selfplay/kontranto/step_oracle.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <optional>

#include "envs/games/kontranto/kontranto.h"
#include "envs/rules/rules_game.h"
#include "selfplay/kontranto/pairwise_fit.h"
#include "selfplay/kontranto/step_game.h"
#include "selfplay/solvers/matrix/assignment.h"
#include "selfplay/solvers/matrix/double_oracle.h"

namespace kvintet::selfplay {
namespace kontranto {
namespace {

using envs::kontranto::Cells;
using envs::kontranto::Kontranto;
using envs::kontranto::Position;
using solvers::JointOptions;
using solvers::PairwiseGame;
using solvers::PieceOption;
using solvers::PieceOptions;

// This accuracy of double oracle is enough to choose candidates.
constexpr solvers::DoubleOracleSettings kSettings = {.gap = 1e-3, .max_rounds = 40};

// K9: of two chosen pieces of one area that do not meet, the one that would have lost a clash
// conquers the cell it stands on.
void AddEscapes(const Position& p, PairwiseGame* game, const envs::kontranto::SideMoves& white,
                const envs::kontranto::SideMoves& black) {
  const size_t width = game->columns.options.size();
  for (size_t k = 0; k < game->pair_worth.size(); ++k) {
    const PieceOption& own = game->rows.options[k / width];
    const PieceOption& other = game->columns.options[k % width];
    const Cells cell = envs::kontranto::CellBit(white.cells[own.piece]);
    const Cells other_cell = envs::kontranto::CellBit(black.cells[other.piece]);
    const bool paired = (p.chosen[envs::kontranto::kWhite] & cell) != 0 &&
                        (p.chosen[envs::kontranto::kBlack] & other_cell) != 0 &&
                        std::ranges::any_of(p.areas, [&](Cells area) {
                          return (area & cell) != 0 && (area & other_cell) != 0;
                        });
    if (paired && own.target != other.target) {
      game->pair_worth[k] = white.shapes[own.piece] == black.shapes[other.piece] ? -1 : 1;
    }
  }
}

class StepOracle final : public MoveOracle {
 public:
  explicit StepOracle(const Kontranto& rules) : rules_(rules) {}

  bool Start(envs::ConstPositions base) override {
    Position position;
    std::memcpy(&position, base.Row(0), sizeof(position));
    if (position.stage != envs::kontranto::Stage::kStep) {
      return false;
    }
    const auto white = rules_.MovesOf(position, envs::kontranto::kWhite);
    const auto black = rules_.MovesOf(position, envs::kontranto::kBlack);
    if (white.count == 0 || black.count == 0) {
      return false;
    }
    game_ = StepGame(white, black);
    if (position.due != 0) {
      AddEscapes(position, &game_, white, black);
    }
    white_seat_ = position.white_seat;
    return true;
  }

  SuggestedMoves First(RandomStream* random) override {
    const auto found = solvers::SolvePairwiseGame(game_, kSettings, random);
    SuggestedMoves moves;
    moves[white_seat_] = Likeliest(game_.rows, found.row);
    moves[1 - white_seat_] = Likeliest(game_.columns, found.column);
    return moves;
  }

  SuggestedMoves Answers(const PayoffTable& table, const StageEquilibrium& equilibrium,
                         RandomStream* random) override {
    std::array<std::vector<JointOptions>, 2> options;
    for (size_t seat = 0; seat < 2; ++seat) {
      for (const JointMove& move : table.Moves(seat)) {
        options[seat].push_back(OptionsOf(SideOf(seat), move));
      }
    }
    const double sign = white_seat_ == 0 ? 1 : -1;
    std::vector<SeenPayoff> seen;
    for (size_t row = 0; row < options[0].size(); ++row) {
      for (size_t column = 0; column < options[1].size(); ++column) {
        if (const std::optional<double>& payoff = table.Payoff({row, column})) {
          const std::array<JointOptions, 2> pair = {options[0][row], options[1][column]};
          seen.push_back({pair[white_seat_], pair[1 - white_seat_], sign * *payoff});
        }
      }
    }
    const PairwiseGame fitted = FitPairwise(game_, seen);
    const auto marginals = [&](size_t seat) {
      return Marginals(SideOf(seat), options[seat], equilibrium.probabilities[seat]);
    };
    const auto best =
        AnswerBest(fitted, marginals(white_seat_), marginals(1 - white_seat_), random);
    SuggestedMoves moves;
    moves[white_seat_] = {MoveOf(game_.rows, best.row)};
    moves[1 - white_seat_] = {MoveOf(game_.columns, best.column)};
    return moves;
  }

  // Value of each option against the other side's marginals.
  JointMove BestAnswer(envs::ConstPositions own, size_t seat, std::span<const JointMove> others,
                       std::span<const double> probabilities, RandomStream* random) override {
    const PieceOptions& side = SideOf(seat);
    const PieceOptions& other = SideOf(1 - seat);
    std::vector<JointOptions> options;
    for (const JointMove& move : others) {
      options.push_back(OptionsOf(other, move));
    }
    const std::vector<double> marginals = Marginals(other, options, probabilities);
    const std::vector<double> worths =
        seat == white_seat_ ? RowWorths(game_, marginals) : ColumnWorths(game_, marginals);
    Position position;
    std::memcpy(&position, own.Row(0), sizeof(position));
    PieceOptions left = {.num_pieces = side.num_pieces, .max_nowhere = side.max_nowhere};
    std::vector<double> left_worths;
    for (size_t k = 0; k < side.options.size(); ++k) {
      if (GoesOn(position, seat, side.options[k])) {
        left.options.push_back(side.options[k]);
        left_worths.push_back(worths[k]);
      }
    }
    return MoveOf(left, solvers::Assignment().Best(left, left_worths, random).move);
  }

 private:
  // Whether the piece's target is still open, or is that of this option.
  static bool GoesOn(const Position& p, size_t seat, const PieceOption& option) {
    const uint8_t chosen = p.targets[seat][option.piece];
    const uint8_t target = chosen == envs::kontranto::kGivenUp ? solvers::kNowhere : chosen;
    return option.piece >= p.made[seat] || option.target == target;
  }

  const PieceOptions& SideOf(size_t seat) const {
    return seat == white_seat_ ? game_.rows : game_.columns;
  }

  std::vector<JointMove> Likeliest(const PieceOptions& side,
                                   const solvers::MixedJointMoves& mixed) const {
    std::vector<size_t> order(mixed.moves.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](size_t k) { return mixed.probabilities[k]; });
    std::vector<JointMove> moves;
    moves.reserve(order.size());
    for (const size_t k : order) {
      moves.push_back(MoveOf(side, mixed.moves[k]));
    }
    return moves;
  }

  JointMove MoveOf(const PieceOptions& side, const JointOptions& options) const {
    JointMove move;
    for (size_t i = 0; i < side.num_pieces; ++i) {
      const uint8_t target = side.options[options[i]].target;
      move.push_back(target == solvers::kNowhere
                         ? envs::kontranto::kGiveUp
                         : envs::kontranto::kFirstCellAction +
                               envs::kontranto::kMovePiece * rules_.Board().NumCells() + target);
    }
    return move;
  }

  JointOptions OptionsOf(const PieceOptions& side, const JointMove& move) const {
    JointOptions options = {};
    for (size_t i = 0; i < side.num_pieces; ++i) {
      const bool gives_up = move[i] == envs::kontranto::kGiveUp;
      const auto target =
          gives_up ? solvers::kNowhere : static_cast<uint8_t>(rules_.TargetOf(move[i]));
      const PieceOption wanted = {static_cast<uint8_t>(i), target};
      const auto found = std::ranges::find(side.options, wanted);
      KVINTET_CHECK(found != side.options.end());
      options[i] = static_cast<uint16_t>(found - side.options.begin());
    }
    return options;
  }

  const Kontranto& rules_;
  // White is the row seat.
  PairwiseGame game_;
  size_t white_seat_ = 0;
};

}  // namespace

std::unique_ptr<MoveOracle> MakeStepOracle(const envs::Game& game) {
  const auto* kontranto = dynamic_cast<const envs::RulesGame<Kontranto>*>(&game);
  return kontranto == nullptr ? nullptr : std::make_unique<StepOracle>(kontranto->rules());
}

}  // namespace kontranto

std::string GamesWithMoveOracles() { return std::string(envs::kontranto::Kontranto::kName); }

std::unique_ptr<MoveOracle> MakeMoveOracle(const envs::Game& game) {
  return kontranto::MakeStepOracle(game);
}

}  // namespace kvintet::selfplay
