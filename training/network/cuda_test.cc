// Networks on a GPU compute what they compute on the CPU. Skipped on a machine without a GPU.
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "training/network/learning/made_up_rows.h"
#include "training/network/tower/network.h"

namespace kvintet::network {
namespace {

const NetworkShape kShape{
    .planes = 8, .height = 15, .width = 15, .globals = 5, .policy_planes = 3, .policy_slots = 2};

class CudaTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!ParseDevice("CUDA").ok()) {
      GTEST_SKIP() << "no GPU";
    }
    size_.body = GetParam();
  }

  std::unique_ptr<Network> Make(const NetworkOptions& format) const {
    auto network = Network::Create(kShape, size_, MadeUpWeights(kShape, size_, 1), format);
    EXPECT_TRUE(network.ok()) << network.status();
    return *std::move(network);
  }

  static MadeUpRows Evaluated(const Network& network, MadeUpRows rows) {
    const absl::Status status = network.Evaluate(rows.Input(), rows.Output());
    EXPECT_TRUE(status.ok()) << status;
    return rows;
  }

  static void ExpectNear(const MadeUpRows& a, const MadeUpRows& b, double logits, double wdl) {
    for (size_t i = 0; i < a.logits.size(); ++i) {
      ASSERT_NEAR(a.logits[i], b.logits[i], logits);
    }
    for (size_t i = 0; i < a.wdl.size(); ++i) {
      ASSERT_NEAR(a.wdl[i], b.wdl[i], wdl);
    }
  }

  NetworkSize size_{.blocks = 3, .channels = 32};
};

TEST_P(CudaTest, AgreesWithTheCpu) {
  for (const int count : {1, 37, 256}) {
    const MadeUpRows rows(kShape, count, 5);
    const MadeUpRows exact = Evaluated(*Make({}), rows);
    ExpectNear(Evaluated(*Make({.device = {.is_cuda = true}}), rows), exact, 0.02, 0.01);
    ExpectNear(Evaluated(*Make({.precision = Precision::kBf16, .device = {.is_cuda = true}}), rows),
               exact, 0.1, 0.04);
  }
}

// Each thread queues its work in a stream of its own.
TEST_P(CudaTest, ThreadsShareANetwork) {
  constexpr int kThreads = 8;
  const auto network = Make({.precision = Precision::kBf16, .device = {.is_cuda = true}});
  std::vector<MadeUpRows> alone;
  for (int i = 0; i < kThreads; ++i) {
    alone.push_back(Evaluated(*network, MadeUpRows(kShape, 100, static_cast<uint64_t>(i))));
  }
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const MadeUpRows& expected = alone[static_cast<size_t>(i)];
      for (int round = 0; round < 50; ++round) {
        const MadeUpRows rows(kShape, 100, static_cast<uint64_t>(i));
        ExpectNear(Evaluated(*network, rows), expected, 1e-5, 1e-5);
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, CudaTest, ::testing::Values("residual", "squeeze{ratio=8}"),
                         [](const auto& tested) {
                           const std::string body = tested.param;
                           return body.substr(0, body.find('{'));
                         });

}  // namespace
}  // namespace kvintet::network
