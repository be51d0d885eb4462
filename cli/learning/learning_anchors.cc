// LearningAnchors: see the header. Figures as the named sources gave them in November 2026.
#include "cli/learning/learning_anchors.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace kvintet::cli {
namespace {

constexpr std::array<LearningAnchor, 6> kAnchors = {{
    {.game = "connect_four",
     .who = "AlphaZero.jl",
     .reached = "errors on P. Pons' files, published as diagrams without numbers",
     .cost = "5,000 games of 600 simulations an iteration; 1 to 2 hours each, RTX 2070",
     .source = "jonathan-laurent.github.io/AlphaZero.jl, Training a Connect Four Agent"},
    {.game = "connect_four",
     .who = "PARL, AlphaZero baseline",
     .reached = "good and perfect moves on Kaggle's 1,000 positions, as diagrams without numbers",
     .cost = "25 iterations, about a day on 25 CPUs: 600 core-hours",
     .source = "github.com/PaddlePaddle/PARL, benchmark/torch/AlphaZero"},
    {.game = "leduc",
     .who = "NFSP",
     .reached = "about 0.06 chips",
     .cost = "not known here",
     .source = "Heinrich, Silver, arXiv:1603.01121 (second-hand)",
     .measure = "exploitability",
     .value = 0.06},
    {.game = "leduc",
     .who = "MMD in tables, exact gradients",
     .reached = "0.08 chips",
     .cost = "fewer than 1,000 iterations over the whole game; F-FoReL 200,000",
     .source = "Sokota and others, arXiv:2206.05825",
     .measure = "exploitability",
     .value = 0.08},
    {.game = "kuhn",
     .who = "CFR, bound of OpenSpiel's test",
     .reached = "0.05 chips",
     .cost = "300 iterations over the whole game",
     .source = "github.com/google-deepmind/open_spiel, tests of CFR",
     .measure = "exploitability",
     .value = 0.05},
    {.game = "goofspiel",
     .who = "CFR, bound of OpenSpiel's test",
     .reached = "0.1 (4 cards, bids hidden, random order)",
     .cost = "100 iterations over the whole game",
     .source = "github.com/google-deepmind/open_spiel, tests of CFR"},
}};

}  // namespace

std::vector<LearningAnchor> LearningAnchorsOf(const std::string& game) {
  std::vector<LearningAnchor> anchors;
  std::ranges::copy_if(kAnchors, std::back_inserter(anchors),
                       [&](const LearningAnchor& anchor) { return anchor.game == game; });
  return anchors;
}

}  // namespace kvintet::cli
