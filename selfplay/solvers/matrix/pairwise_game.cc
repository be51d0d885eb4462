// PairwiseGame: see the header.
#include "selfplay/solvers/matrix/pairwise_game.h"

#include <numeric>
#include <utility>

#include "base/check.h"

namespace kvintet::selfplay::solvers {
namespace {

// Lists joint moves, piece by piece.
class Lister {
 public:
  explicit Lister(const PieceOptions& seat) : seat_(seat) {}

  std::vector<JointOptions> List() {
    Add(0, 0, 0, 0);
    return std::move(moves_);
  }

 private:
  // `first` is the index of the piece's first option.
  void Add(size_t piece, size_t first, uint64_t taken, size_t nowhere) {
    if (piece == seat_.num_pieces) {
      moves_.push_back(move_);
      return;
    }
    size_t next = first;
    while (next < seat_.options.size() && seat_.options[next].piece == piece) {
      ++next;
    }
    for (size_t k = first; k < next; ++k) {
      const uint8_t target = seat_.options[k].target;
      const bool elsewhere = target == kNowhere;
      const uint64_t bit = elsewhere ? 0 : uint64_t{1} << target;
      if ((taken & bit) == 0 && (!elsewhere || nowhere < seat_.max_nowhere)) {
        move_[piece] = static_cast<uint16_t>(k);
        Add(piece + 1, next, taken | bit, nowhere + (elsewhere ? 1 : 0));
      }
    }
    move_[piece] = 0;
  }

  const PieceOptions& seat_;
  JointOptions move_ = {};
  std::vector<JointOptions> moves_;
};

}  // namespace

PairwiseGame MakePairwiseGame(PieceOptions rows, PieceOptions columns) {
  PairwiseGame game;
  game.row_worth.assign(rows.options.size(), 0.0);
  game.column_worth.assign(columns.options.size(), 0.0);
  game.pair_worth.assign(rows.options.size() * columns.options.size(), 0.0);
  game.rows = std::move(rows);
  game.columns = std::move(columns);
  return game;
}

double PayoffOf(const PairwiseGame& game, const JointOptions& row, const JointOptions& column) {
  const size_t width = game.columns.options.size();
  double payoff = 0;
  for (size_t j = 0; j < game.columns.num_pieces; ++j) {
    payoff -= game.column_worth[column[j]];
  }
  for (size_t i = 0; i < game.rows.num_pieces; ++i) {
    payoff += game.row_worth[row[i]];
    const double* const pairs = game.pair_worth.data() + row[i] * width;
    for (size_t j = 0; j < game.columns.num_pieces; ++j) {
      payoff += pairs[column[j]];
    }
  }
  return payoff;
}

std::vector<JointOptions> AllJointMoves(const PieceOptions& seat) { return Lister(seat).List(); }

std::vector<double> Marginals(const PieceOptions& seat, std::span<const JointOptions> moves,
                              std::span<const double> probabilities) {
  KVINTET_CHECK_EQ(moves.size(), probabilities.size());
  std::vector<double> marginals(seat.options.size(), 0.0);
  for (size_t k = 0; k < moves.size(); ++k) {
    for (size_t i = 0; i < seat.num_pieces; ++i) {
      marginals[moves[k][i]] += probabilities[k];
    }
  }
  return marginals;
}

std::vector<double> UniformMarginals(const PieceOptions& seat) {
  std::array<double, kMaxPieces> counts = {};
  for (const PieceOption& option : seat.options) {
    ++counts[option.piece];
  }
  std::vector<double> marginals;
  for (const PieceOption& option : seat.options) {
    marginals.push_back(1 / counts[option.piece]);
  }
  return marginals;
}

std::vector<double> RowWorths(const PairwiseGame& game, std::span<const double> column_marginals) {
  const size_t width = game.columns.options.size();
  std::vector<double> worths = game.row_worth;
  for (size_t q = 0; q < width; ++q) {
    for (size_t p = 0; column_marginals[q] != 0 && p < worths.size(); ++p) {
      worths[p] += column_marginals[q] * game.pair_worth[p * width + q];
    }
  }
  return worths;
}

std::vector<double> ColumnWorths(const PairwiseGame& game, std::span<const double> row_marginals) {
  const size_t width = game.columns.options.size();
  std::vector<double> worths = game.column_worth;
  for (size_t p = 0; p < row_marginals.size(); ++p) {
    for (size_t q = 0; row_marginals[p] != 0 && q < width; ++q) {
      worths[q] -= row_marginals[p] * game.pair_worth[p * width + q];
    }
  }
  return worths;
}

double ExpectedWorth(std::span<const double> worth, std::span<const double> marginals) {
  return std::inner_product(worth.begin(), worth.end(), marginals.begin(), 0.0);
}

}  // namespace kvintet::selfplay::solvers
