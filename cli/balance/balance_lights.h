// BalanceLights: the answers that a designer reads first, as lights with a sentence each.
#pragma once

#include <string>
#include <vector>

#include "cli/balance/balance_report.h"

namespace kvintet::cli {

// What a light says.
enum class Light {
  kGood,
  // A figure, without a judgement.
  kTell,
  // Only players that do not look ahead took part: no judgement.
  kNotJudged,
  // Too few games to judge.
  kTooFew,
  // To be looked at.
  kLook,
  // Players of different strengths certainly disagree.
  kDepends,
  kBad,
};
// As JSON has it: "green", "red", "depends on strength", ...
const char* LightName(Light light);

// One question and its answer.
struct FrontLine {
  // "finishes", "fair", "decisive", "long", "deep".
  std::string question = {};
  Light light = Light::kTooFew;
  // In a few words: "yes", "no", "about 76 moves".
  std::string label = {};
  std::string sentence = {};
  // What each strength says, the weakest first; may be empty.
  std::string trend = {};
};
// All five questions of one game, in that order.
std::vector<FrontLine> FrontLines(const BalanceReport& report, size_t variant);

// Why both sides must be worth the same under best play. Empty where no symmetry that this program
// knows shows it.
std::string SymmetryProof(const envs::Game& game);

}  // namespace kvintet::cli
