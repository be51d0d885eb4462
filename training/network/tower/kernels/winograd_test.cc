// Winograd convolutions against the direct sum in double precision.
#include "training/network/tower/kernels/winograd.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::network {
namespace {

std::vector<float> Normal(size_t count, double deviation, uint32_t number) {
  RandomStream random(1, number, 0, Purpose::kTest);
  std::vector<float> values(count);
  std::ranges::generate(values, [&] { return static_cast<float>(deviation * random.Normal()); });
  return values;
}

// A layer with made-up inputs and terms.
struct Lesson {
  Boards boards;
  size_t inputs;
  size_t outputs;
  std::vector<float> weight =
      Normal(outputs * inputs * 9, 1 / std::sqrt(9.0 * static_cast<double>(inputs)), 1);
  std::vector<float> bias = Normal(outputs, 1, 2);
  std::vector<float> input =
      Normal(boards.rows * boards.Cells() * WinogradLayer::Padded(inputs), 1, 3);
  std::vector<float> row_bias = Normal(boards.rows * outputs, 1, 4);
  std::vector<float> activations = Normal(boards.rows * boards.Cells() * outputs, 1, 5);

  std::vector<float> Output(const WinogradTerms& terms) const {
    const WinogradLayer layer(weight, bias, inputs);
    std::vector<float> output(boards.rows * boards.Cells() * outputs, -1);
    std::vector<float> scratch(layer.ScratchSize());
    layer.Apply(boards, input.data(), terms, output.data(), scratch.data());
    return output;
  }

  // The expected value of one cell of one channel, without the terms.
  double Sum(size_t row, size_t y, size_t x, size_t output) const {
    double sum = static_cast<double>(bias[output]);
    for (size_t i = 0; i < 9; ++i) {
      const size_t line = y + i / 3 - 1;
      const size_t column = x + i % 3 - 1;
      if (line >= boards.height || column >= boards.width) {
        continue;
      }
      const size_t cell = (row * boards.height + line) * boards.width + column;
      for (size_t in = 0; in < inputs; ++in) {
        sum += static_cast<double>(input[cell * WinogradLayer::Padded(inputs) + in]) *
               static_cast<double>(weight[(output * inputs + in) * 9 + i]);
      }
    }
    return sum;
  }

  // The largest difference from the expected values.
  double Deviation(const std::vector<float>& found, const WinogradTerms& terms) const {
    double greatest = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      const size_t output = i % outputs;
      const size_t cell = i / outputs % boards.Cells();
      const size_t row = i / outputs / boards.Cells();
      double sum = Sum(row, cell / boards.width, cell % boards.width, output);
      sum += terms.row_bias != nullptr ? static_cast<double>(row_bias[row * outputs + output]) : 0;
      sum += terms.activations != nullptr ? static_cast<double>(activations[i]) : 0;
      greatest = std::max(greatest, std::abs(std::max(sum, 0.0) - static_cast<double>(found[i])));
    }
    return greatest;
  }
};

constexpr double kRounding = 1e-4;

TEST(WinogradTest, IsTheConvolutionOnBoardsOfAllSizes) {
  std::vector<std::pair<size_t, size_t>> sizes = {{1, 19}, {19, 1}, {4, 19}, {6, 7}, {8, 8}};
  for (size_t side = 1; side <= 19; ++side) {
    sizes.emplace_back(side, side);
  }
  for (const auto& [height, width] : sizes) {
    const Lesson lesson{.boards = {3, height, width}, .inputs = 8, .outputs = 16};
    EXPECT_LT(lesson.Deviation(lesson.Output({}), {}), kRounding) << height << " x " << width;
  }
}

TEST(WinogradTest, TakesAnyChannelsInAndGroupsOut) {
  for (const size_t inputs : {1u, 7u, 8u, 13u, 32u}) {
    for (const size_t outputs : {8u, 16u, 24u, 64u}) {
      const Lesson lesson{.boards = {2, 5, 6}, .inputs = inputs, .outputs = outputs};
      EXPECT_LT(lesson.Deviation(lesson.Output({}), {}), kRounding) << inputs << ", " << outputs;
    }
  }
}

TEST(WinogradTest, TakesAnyNumberOfRows) {
  for (size_t rows = 0; rows <= 14; ++rows) {
    const Lesson lesson{.boards = {rows, 6, 7}, .inputs = 3, .outputs = 8};
    EXPECT_LT(lesson.Deviation(lesson.Output({}), {}), kRounding) << rows;
  }
}

TEST(WinogradTest, AddsWhatIsGiven) {
  const Lesson lesson{.boards = {3, 7, 5}, .inputs = 8, .outputs = 8};
  for (const bool with_bias : {false, true}) {
    for (const bool with_activations : {false, true}) {
      const WinogradTerms terms = {
          .row_bias = with_bias ? lesson.row_bias.data() : nullptr,
          .activations = with_activations ? lesson.activations.data() : nullptr};
      EXPECT_LT(lesson.Deviation(lesson.Output(terms), terms), kRounding)
          << with_bias << with_activations;
    }
  }
}

TEST(WinogradTest, MayWriteOverWhatItAdds) {
  Lesson lesson{.boards = {3, 9, 9}, .inputs = 8, .outputs = 8};
  const std::vector<float> apart = lesson.Output({.activations = lesson.activations.data()});
  const WinogradLayer layer(lesson.weight, lesson.bias, lesson.inputs);
  std::vector<float> scratch(layer.ScratchSize());
  std::vector<float>& over = lesson.activations;
  layer.Apply(lesson.boards, lesson.input.data(), {.activations = over.data()}, over.data(),
              scratch.data());
  EXPECT_EQ(over, apart);
}

// Tiles of a row are multiplied beside tiles of other rows, in steps of other sizes.
TEST(WinogradTest, ARowDoesNotDependOnItsCompany) {
  const Lesson all{.boards = {7, 15, 15}, .inputs = 16, .outputs = 24};
  const std::vector<float> together = all.Output({});
  const size_t in = all.boards.Cells() * all.inputs;
  const size_t out = all.boards.Cells() * all.outputs;
  for (size_t row = 0; row < all.boards.rows; ++row) {
    Lesson alone = all;
    alone.boards.rows = 1;
    alone.input.assign(&all.input[row * in], &all.input[row * in] + in);
    const std::vector<float> expected(&together[row * out], &together[row * out] + out);
    EXPECT_EQ(alone.Output({}), expected) << row;
  }
}

}  // namespace
}  // namespace kvintet::network
