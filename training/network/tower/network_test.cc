// Networks on made-up rows: results independent of other rows, agreement of formats, refusals.
#include "training/network/tower/network.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "training/network/bench_network.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/tower/blas.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

const NetworkSize kSize{.blocks = 2, .channels = 32};

std::vector<NetworkShape> Shapes() {
  return {
      // Tic-tac-toe; a large board with everything; a long board; cards.
      {.planes = 2, .height = 3, .width = 3, .policy_planes = 1},
      {.planes = 8, .height = 15, .width = 15, .globals = 5, .policy_planes = 3, .policy_slots = 2},
      {.planes = 5, .height = 4, .width = 19, .globals = 1, .policy_planes = 2},
      {.planes = 13, .globals = 3, .policy_slots = 4},
      // Slots with features, between planes and further slots.
      {.planes = 3,
       .height = 5,
       .width = 5,
       .globals = 13,
       .policy_planes = 1,
       .policy_slots = 6,
       .featured_slots = 4,
       .slot_features = 3},
  };
}

const NetworkOptions kFp32 = {};
const NetworkOptions kWinograd = {.convolution = Convolution::kWinograd};
const NetworkOptions kBf16 = {.precision = Precision::kBf16};

std::unique_ptr<Network> Make(const NetworkShape& shape, const NetworkOptions& format) {
  auto network = Network::Create(shape, kSize, MadeUpWeights(shape, kSize, 1), format);
  EXPECT_TRUE(network.ok()) << network.status();
  return *std::move(network);
}

void Evaluate(const Network& network, MadeUpRows& rows) {
  const absl::Status status = network.Evaluate(rows.Input(), rows.Output());
  ASSERT_TRUE(status.ok()) << status;
}

// Evaluates rows again among other rows and expects the same bytes.
void ExpectSameInBatchesOf(int batch, const Network& network, const MadeUpRows& all) {
  for (int first = 0; first < all.Rows(); first += batch) {
    MadeUpRows some;
    // In reverse order, so that rows also change places.
    for (int row = std::min(first + batch, all.Rows()) - 1; row >= first; --row) {
      some.Append(all, row);
    }
    const MadeUpRows expected = some;
    std::ranges::fill(some.logits, 0.0f);
    Evaluate(network, some);
    EXPECT_EQ(some.logits, expected.logits) << "in batches of " << batch;
    EXPECT_EQ(some.wdl, expected.wdl) << "in batches of " << batch;
  }
}

class NetworkFormatTest : public ::testing::TestWithParam<NetworkOptions> {};

TEST_P(NetworkFormatTest, RowsDoNotDependOnTheirCompany) {
  for (const NetworkShape& shape : Shapes()) {
    SCOPED_TRACE(ShapeText(shape));
    const auto network = Make(shape, GetParam());
    MadeUpRows rows(shape, 37, 5);
    Evaluate(*network, rows);
    for (const int batch : {1, 2, 3, 7, 8, 19, 32}) {
      ExpectSameInBatchesOf(batch, *network, rows);
    }
  }
}

TEST_P(NetworkFormatTest, ValuesAreProbabilities) {
  const auto network = Make(Shapes()[1], GetParam());
  MadeUpRows rows(Shapes()[1], 9, 5);
  Evaluate(*network, rows);
  for (size_t i = 0; i < rows.wdl.size(); i += 3) {
    EXPECT_NEAR(rows.wdl[i] + rows.wdl[i + 1] + rows.wdl[i + 2], 1, 1e-5);
    EXPECT_GT(*std::min_element(&rows.wdl[i], &rows.wdl[i] + 3), 0);
  }
}

TEST_P(NetworkFormatTest, ThreadsShareANetwork) {
  const auto network = Make(Shapes()[1], GetParam());
  MadeUpRows first(Shapes()[1], 20, 5);
  MadeUpRows second = first;
  Evaluate(*network, first);
  {
    const std::jthread other([&] { Evaluate(*network, second); });
    Evaluate(*network, first);
  }
  EXPECT_EQ(first.logits, second.logits);
  EXPECT_EQ(first.wdl, second.wdl);
}

INSTANTIATE_TEST_SUITE_P(AllFormats, NetworkFormatTest, ::testing::Values(kFp32, kWinograd, kBf16),
                         [](const auto& tested) {
                           return std::string(PrecisionName(tested.param.precision)) +
                                  std::string(ConvolutionName(tested.param.convolution));
                         });

TEST(NetworkTest, Bfloat16IsNearSinglePrecision) {
  for (const NetworkShape& shape : Shapes()) {
    SCOPED_TRACE(ShapeText(shape));
    MadeUpRows exact(shape, 16, 5);
    MadeUpRows rounded = exact;
    Evaluate(*Make(shape, kFp32), exact);
    Evaluate(*Make(shape, kBf16), rounded);
    for (size_t i = 0; i < exact.logits.size(); ++i) {
      EXPECT_NEAR(rounded.logits[i], exact.logits[i], 0.05);
    }
    for (size_t i = 0; i < exact.wdl.size(); ++i) {
      EXPECT_NEAR(rounded.wdl[i], exact.wdl[i], 0.02);
    }
  }
}

TEST(NetworkTest, WinogradDiffersByRoundingAlone) {
  for (const NetworkShape& shape : Shapes()) {
    SCOPED_TRACE(ShapeText(shape));
    MadeUpRows direct(shape, 37, 5);
    MadeUpRows tiles = direct;
    Evaluate(*Make(shape, kFp32), direct);
    Evaluate(*Make(shape, kWinograd), tiles);
    for (size_t i = 0; i < direct.logits.size(); ++i) {
      EXPECT_NEAR(tiles.logits[i], direct.logits[i], 1e-4);
    }
    for (size_t i = 0; i < direct.wdl.size(); ++i) {
      EXPECT_NEAR(tiles.wdl[i], direct.wdl[i], 1e-4);
    }
    // Otherwise nothing has been compared.
    EXPECT_EQ(tiles.logits == direct.logits, shape.Cells() == 1);
  }
}

TEST(NetworkTest, WinogradNeedsChannelsInGroupsASurfaceAndFp32OnTheCpu) {
  const NetworkShape board = Shapes()[1];
  EXPECT_TRUE(CanWinograd(board, kSize, kFp32));
  EXPECT_FALSE(CanWinograd(board, {.blocks = 2, .channels = 12}, kFp32));
  EXPECT_FALSE(CanWinograd(Shapes()[3], kSize, kFp32));
  EXPECT_FALSE(CanWinograd(board, kSize, kBf16));
  EXPECT_FALSE(CanWinograd(board, kSize, {.device = {.is_cuda = true}}));
}

// One row in which every action is legal.
MadeUpRows RowWithAllActions(const NetworkShape& shape, uint64_t seed) {
  MadeUpRows row(shape, 1, seed);
  row.actions.clear();
  for (int32_t action = 0; action < shape.PolicySize(); ++action) {
    row.actions.push_back(action);
  }
  row.offsets = {0, static_cast<int32_t>(shape.PolicySize())};
  row.logits.resize(row.actions.size());
  return row;
}

TEST(NetworkTest, PolicyIndicesRunByPlaneRowColumn) {
  // Without pooling a stone only changes the logits of cells within reach, here three steps.
  const NetworkShape shape{.planes = 1, .height = 9, .width = 13, .policy_planes = 2};
  const NetworkSize size{.blocks = 1, .channels = 32, .pooling_every = 0};
  Weights weights = MadeUpWeights(shape, size, 1);
  for (NamedTensor& tensor : weights) {
    if (tensor.name == "policy.pooled.weight") {
      std::ranges::fill(tensor.values, 0.0f);
    }
  }
  const auto network = Network::Create(shape, size, weights, {});
  ASSERT_TRUE(network.ok());
  MadeUpRows empty = RowWithAllActions(shape, 1);
  std::ranges::fill(empty.planes, uint8_t{0});
  MadeUpRows stone = empty;
  stone.planes[4 * 13 + 7] = 1;
  Evaluate(**network, empty);
  Evaluate(**network, stone);
  for (int action = 0; action < shape.PolicySize(); ++action) {
    const auto i = static_cast<size_t>(action);
    const int cell = action % (9 * 13);
    const bool in_reach = std::abs(cell / 13 - 4) <= 3 && std::abs(cell % 13 - 7) <= 3;
    EXPECT_EQ(stone.logits[i] != empty.logits[i], in_reach) << action;
  }
}

TEST(NetworkTest, EveryPartOfTheInputMatters) {
  const NetworkShape shape = Shapes()[1];
  const auto network = Make(shape, kFp32);
  MadeUpRows rows(shape, 1, 5);
  Evaluate(*network, rows);
  MadeUpRows other_plane = rows;
  other_plane.planes.back() ^= 1;
  Evaluate(*network, other_plane);
  EXPECT_NE(other_plane.wdl, rows.wdl);
  EXPECT_NE(other_plane.logits, rows.logits);
  MadeUpRows other_global = rows;
  other_global.globals.back() += 0.5f;
  Evaluate(*network, other_global);
  EXPECT_NE(other_global.wdl, rows.wdl);
  EXPECT_NE(other_global.logits, rows.logits);
}

// Without weights from globals to the body, a feature only changes the logit of its own slot.
TEST(NetworkTest, SlotsSeeTheirOwnFeatures) {
  const NetworkShape shape = Shapes()[4];
  Weights weights = MadeUpWeights(shape, kSize, 1);
  for (NamedTensor& tensor : weights) {
    if (tensor.name == "globals.weight") {
      std::ranges::fill(tensor.values, 0.0f);
    }
  }
  const auto network = Network::Create(shape, kSize, weights, {});
  ASSERT_TRUE(network.ok());
  MadeUpRows rows = RowWithAllActions(shape, 5);
  Evaluate(**network, rows);
  for (int slot = 0; slot < shape.featured_slots; ++slot) {
    MadeUpRows other = rows;
    const int global = shape.globals - shape.FeatureCount() + slot * shape.slot_features + 1;
    other.globals[static_cast<size_t>(global)] += 1.0f;
    Evaluate(**network, other);
    for (int action = 0; action < shape.PolicySize(); ++action) {
      const auto i = static_cast<size_t>(action);
      EXPECT_EQ(other.logits[i] != rows.logits[i], action == 25 + slot) << action;
    }
    EXPECT_EQ(other.wdl, rows.wdl);
  }
}

TEST(NetworkTest, NoRowsAreFine) {
  const auto network = Make(Shapes()[0], kFp32);
  MadeUpRows rows(Shapes()[0], 3, 5);
  Evaluate(*network, rows);
  const MadeUpRows before = rows;

  MadeUpRows none(Shapes()[0], 0, 5);
  EXPECT_TRUE(network->Evaluate(none.Input(), none.Output()).ok());
  Evaluate(*network, rows);
  EXPECT_EQ(rows.logits, before.logits);
  EXPECT_EQ(rows.wdl, before.wdl);
}

TEST(NetworkTest, RefusesWeightsOfAnotherShape) {
  const auto network =
      Network::Create(Shapes()[0], kSize, MadeUpWeights(Shapes()[1], kSize, 1), {});
  EXPECT_EQ(network.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(network.status().message()), HasSubstr("network weights: wanted"));
}

TEST(NetworkTest, ReportsResultsThatAreNotFinite) {
  Weights weights = MadeUpWeights(Shapes()[0], kSize, 1);
  for (NamedTensor& tensor : weights) {
    std::ranges::fill(tensor.values, 1e30f);
  }
  const auto network = Network::Create(Shapes()[0], kSize, weights, {});
  ASSERT_TRUE(network.ok());
  MadeUpRows rows(Shapes()[0], 2, 5);
  EXPECT_EQ((*network)->Evaluate(rows.Input(), rows.Output()).code(), absl::StatusCode::kInternal);
}

TEST(NetworkTest, BlasHasAName) { EXPECT_FALSE(Blas().name.empty()); }

TEST(NetworkTest, BlasUsesTheProcessor) {
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      std::getenv("OPENBLAS_CORETYPE") == nullptr) {
    EXPECT_EQ(Blas().name.find("Prescott"), std::string::npos) << Blas().name;
  }
}

TEST(BenchNetworkTest, GivesAFigureForEachFormatAndBatch) {
  const NetworkBench bench{
      .formats = BenchFormats({}), .batches = {1, 4}, .rounds = 2, .seconds = 0.05};
  const auto timings =
      BenchNetwork(Shapes()[0], kSize, InitialWeights(Shapes()[0], kSize, 1), bench);
  ASSERT_TRUE(timings.ok()) << timings.status();
  ASSERT_EQ(timings->size(), 2 * bench.formats.size());
  EXPECT_EQ((*timings)[3].batch, 4);
  EXPECT_EQ(FormatText((*timings)[3].format), "fp32 channels last");
  EXPECT_EQ(FormatText((*timings)[5].format), "fp32 channels last winograd");
  for (const NetworkTiming& timing : *timings) {
    EXPECT_GT(timing.least, 0);
    EXPECT_LE(timing.least, timing.median);
    EXPECT_LE(timing.median, timing.most);
  }
}

}  // namespace
}  // namespace kvintet::network
