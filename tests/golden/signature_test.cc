// Tests of signatures: 64 bits that depend on all that self-play with the hash evaluator does.
#include "selfplay/games/signature.h"

#include <gtest/gtest.h>

#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

// A commit that changes one of these numbers has to say so and why.
struct Golden {
  const char* game;
  SearchConfig::Algorithm algorithm;
  uint32_t games;
  uint64_t signature;
};

constexpr Golden kGolden[] = {
    {"tic_tac_toe", SearchConfig::GUMBEL, 16, 0x9ddee6a4977fe309},
    {"tic_tac_toe", SearchConfig::PUCT, 16, 0x74edcfb3c266abed},
    {"connect_four", SearchConfig::GUMBEL, 16, 0x22eebc63174928d2},
    {"renju", SearchConfig::GUMBEL, 3, 0x276e1737daf8d107},
    {"kuhn", SearchConfig::POLICY, 16, 0xc03898b600665759},
    {"leduc", SearchConfig::BELIEF, 16, 0x122289c777d5352b},
    {"tiny_tantrix", SearchConfig::BELIEF, 4, 0x9f395f46b63ef23d},
    {"goofspiel", SearchConfig::POLICY, 16, 0xf5a9ba2d76de2c82},
    {"mini_kontranto", SearchConfig::EQUILIBRIUM, 16, 0x3556a191a7ddced7},
    {"kontranto", SearchConfig::EQUILIBRIUM, 1, 0x48c12c66860f454e},
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
  return std::string(test.param.game) + "_" + SearchConfig::Algorithm_Name(test.param.algorithm);
});

}  // namespace
}  // namespace kvintet::selfplay
