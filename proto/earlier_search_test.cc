// Tests of WithCurrentSearch: the settings of each algorithm, and those of algorithms not selected.
#include "proto/earlier_search.h"

#include <string>

#include <gtest/gtest.h>

#include "proto/config.pb.h"
#include "proto/textproto.h"
#include "tests/support/status_matchers.h"

namespace kvintet {
namespace {

// The resolved search of a stored configuration.
std::string Converted(const std::string& earlier) {
  Config config;
  EXPECT_OK(MergeTextProto(WithCurrentSearch(earlier), "stored", config));
  return ToTextProto(config.search());
}

std::string Resolved(const std::string& search) {
  SearchConfig config;
  EXPECT_OK(MergeTextProto(search, "resolved", config));
  return ToTextProto(config);
}

// Every earlier setting, with a value that was not its default.
constexpr char kAll[] = R"(
  simulations: 7 known_returns: false forced_wins: false threat_nodes: 9
  gumbel_max_considered: 5 gumbel_scale: 0.5 gumbel_uniform: 0.25
  c_visit: 40 c_scale: 0.1 stretch_values: true
  c_puct: 1.5 fpu_reduction: 0.3 dirichlet_alpha: 3 dirichlet_fraction: 0.125
  temperature: 0.75 temperature_plies: 12
  reuse_tree: true forced_playouts: 2 min_kld_gain: 0.01 kld_interval: 8
  oracle_rounds: 3 least_probability: 0.04 explore_uniform: 0.2
  explore_policy: 0.3 explore_legal: 0.4 kl_to_policy: 0.06
  belief_moves: 1 belief_max_considered: 24 belief_prior_trials: 8
  endgame_nodes: 1000 trial_rollouts: 16
)";

struct Selection {
  const char* earlier;
  const char* current;
};

class SelectedAlgorithmTest : public ::testing::TestWithParam<Selection> {};

TEST_P(SelectedAlgorithmTest, KeepsTheSettingsOfTheAlgorithmAndDropsTheOthers) {
  const std::string common =
      "simulations: 7 known_returns: false forced_wins: false threat_nodes: 9 ";
  EXPECT_EQ(Converted(std::string("search { ") + GetParam().earlier + kAll + "}"),
            Resolved(common + GetParam().current));
}

INSTANTIATE_TEST_SUITE_P(
    Algorithms, SelectedAlgorithmTest,
    ::testing::Values(
        Selection{"",
                  "gumbel { max_considered: 5 scale: 0.5 uniform: 0.25 c_visit: 40 "
                  "c_scale: 0.1 stretch_values: true }"},
        Selection{"algorithm: GUMBEL",
                  "gumbel { max_considered: 5 scale: 0.5 uniform: 0.25 "
                  "c_visit: 40 c_scale: 0.1 stretch_values: true }"},
        Selection{"algorithm: PUCT",
                  "puct { c_puct: 1.5 fpu_reduction: 0.3 dirichlet_alpha: 3 "
                  "dirichlet_fraction: 0.125 temperature: 0.75 temperature_plies: 12 "
                  "reuse_tree: true forced_playouts: 2 min_kld_gain: 0.01 kld_interval: 8 }"},
        Selection{"algorithm: POLICY", "policy { temperature: 0.75 temperature_plies: 12 }"},
        Selection{"algorithm: EQUILIBRIUM",
                  "equilibrium { oracle_rounds: 3 least_probability: 0.04 explore_uniform: 0.2 "
                  "explore_policy: 0.3 explore_legal: 0.4 kl_to_policy: 0.06 }"},
        Selection{"algorithm: BELIEF",
                  "belief { kl_to_policy: 0.06 moves: 1 max_considered: 24 prior_trials: 8 "
                  "gumbel_scale: 0.5 endgame_nodes: 1000 trial_rollouts: 16 temperature: 0.75 "
                  "temperature_plies: 12 explore_policy: 0.3 explore_legal: 0.4 }"},
        Selection{"algorithm: GUMBEL boltzmann { temperature: 0.7 exploration: 0 }",
                  "boltzmann { temperature: 0.7 exploration: 0 c_puct: 1.5 fpu_reduction: 0.3 "
                  "play_temperature: 0.75 play_plies: 12 }"}));

TEST(EarlierSearchTest, AStageChangesTheAlgorithmAroundIt) {
  Config config;
  ASSERT_OK(MergeTextProto(WithCurrentSearch(R"(
      search { algorithm: PUCT simulations: 8 c_puct: 2 c_scale: 0.3 gumbel_uniform: 0 }
      stage { changes { search { c_puct: 3 } } }
      stage { changes { search { algorithm: GUMBEL gumbel_uniform: 0.1 } } }
      stage { changes { search { simulations: 9 } } })"),
                           "stored", config));
  EXPECT_EQ(config.search().puct().c_puct(), 2);
  EXPECT_EQ(config.stage(0).changes().search().puct().c_puct(), 3);
  EXPECT_FALSE(config.stage(0).changes().search().has_simulations());
  // It found c_scale, and its own setting stood over the one it found.
  EXPECT_EQ(config.stage(1).changes().search().gumbel().c_scale(), 0.3);
  EXPECT_EQ(config.stage(1).changes().search().gumbel().uniform(), 0.1);
  EXPECT_EQ(config.stage(2).changes().search().simulations(), 9);
  EXPECT_EQ(config.stage(2).changes().search().algorithm_case(), SearchConfig::ALGORITHM_NOT_SET);
}

TEST(EarlierSearchTest, OtherTextStaysAsItIs) {
  for (const char* text :
       {"search { simulations: 3 puct { c_puct: 2 temperature: 1 } }", "search { simulations: 3 }",
        "game: \"search { c_puct: 2 }\"", "search { c_puct: 2 nonsense: 3 }",
        "search { algorithm: CLEVER }", "search { c_puct: 2",
        "learner { advantage_weighted { temperature: 0.5 } }"}) {
    EXPECT_EQ(WithCurrentSearch(text), text);
  }
}

}  // namespace
}  // namespace kvintet
