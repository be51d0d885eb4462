// Tests of signatures: 64 bits that depend on all that self-play with the hash evaluator does.
#include "selfplay/games/signature.h"

#include <gtest/gtest.h>

#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

// A commit that changes one of these numbers has to say so and why.
struct Golden {
  const char* game;
  Algorithm algorithm;
  uint32_t games;
  uint64_t signature;
};

constexpr Golden kGolden[] = {
    {"tic_tac_toe", Algorithm::kGumbel, 16, 0x9ddee6a4977fe309},
    {"tic_tac_toe", Algorithm::kPuct, 16, 0x74edcfb3c266abed},
    {"connect_four", Algorithm::kGumbel, 16, 0xf89b393157327d39},
    {"renju", Algorithm::kGumbel, 3, 0x276e1737daf8d107},
    {"kuhn", Algorithm::kPolicy, 16, 0xc03898b600665759},
    {"leduc", Algorithm::kBelief, 16, 0x122289c777d5352b},
    {"tiny_tantrix", Algorithm::kBelief, 4, 0xc734abfee934c997},
    {"goofspiel", Algorithm::kPolicy, 16, 0xf5a9ba2d76de2c82},
    {"mini_kontranto", Algorithm::kEquilibrium, 16, 0x3556a191a7ddced7},
    {"kontranto", Algorithm::kEquilibrium, 1, 0x48c12c66860f454e},
};

class SignatureTest : public ::testing::TestWithParam<Golden> {};

TEST_P(SignatureTest, IsTheGoldenOneForAnyThreadsAndBatch) {
  const auto game = testing::Game(GetParam().game);
  for (const auto& [threads, batch] : {std::pair(1, 1), std::pair(1, 64), std::pair(2, 7)}) {
    ASSERT_OK_AND_ASSIGN(const uint64_t signature,
                         SelfPlaySignature(*game, {.algorithm = GetParam().algorithm,
                                                   .games = GetParam().games,
                                                   .threads = threads,
                                                   .batch = batch}));
    EXPECT_EQ(signature, GetParam().signature)
        << std::hex << "0x" << signature << " on " << threads << " threads, batch " << batch;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, SignatureTest, ::testing::ValuesIn(kGolden), [](const auto& test) {
  return std::string(test.param.game) + "_" + AlgorithmName(test.param.algorithm);
});

}  // namespace
}  // namespace kvintet::selfplay
