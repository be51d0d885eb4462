// SolveExactly: solves a matrix game in fractions and certifies it by best responses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "base/check.h"
#include "selfplay/solvers/matrix/simplex.h"

namespace kvintet::testing {

using Rational = boost::multiprecision::cpp_rational;

// The value for the row seat, and optimal strategies.
struct RationalSolution {
  Rational value = {};
  std::vector<Rational> row = {};
  std::vector<Rational> column = {};
  // Whether best responses to both strategies give exactly the value.
  bool certified = false;
};

// `payoff` [rows][columns] is for the row seat. REQUIRES: not empty.
inline RationalSolution SolveExactly(const std::vector<std::vector<Rational>>& payoff) {
  const size_t rows = payoff.size();
  const size_t columns = payoff[0].size();
  Rational lowest = payoff[0][0];
  for (const auto& row : payoff) {
    lowest = std::min(lowest, *std::ranges::min_element(row));
  }
  selfplay::solvers::Simplex<Rational> program(rows, columns);
  for (size_t i = 0; i < rows; ++i) {
    program.SetBound(i, 1);
    for (size_t j = 0; j < columns; ++j) {
      program.SetCoefficient(i, j, payoff[i][j] - lowest + 1);
      program.SetGain(j, 1);
    }
  }
  KVINTET_CHECK(program.Maximise(1000000));
  const Rational scale = 1 / program.Objective();
  RationalSolution solution = {.value = scale + lowest - 1};
  for (size_t i = 0; i < rows; ++i) {
    solution.row.push_back(program.Price(i) * scale);
  }
  for (size_t j = 0; j < columns; ++j) {
    solution.column.push_back(program.Variable(j) * scale);
  }
  std::vector<Rational> answers(columns, 0);
  Rational best = lowest;
  for (size_t i = 0; i < rows; ++i) {
    Rational sum = 0;
    for (size_t j = 0; j < columns; ++j) {
      sum += payoff[i][j] * solution.column[j];
      answers[j] += payoff[i][j] * solution.row[i];
    }
    best = std::max(best, sum);
  }
  solution.certified =
      best == solution.value && *std::ranges::min_element(answers) == solution.value;
  return solution;
}

}  // namespace kvintet::testing
