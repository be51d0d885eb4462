// BalanceLights: the answers that a designer reads first, each a traffic light and a sentence.
#pragma once

#include <string>
#include <vector>

#include "cli/balance/balance_report.h"

namespace kvintet::cli {

// The judgement that a light shows.
enum class Light {
  kGood,
  // A figure without a judgement.
  kTell,
  // Not judged, because only players that do not look ahead took part.
  kNotJudged,
  // Too few games to judge.
  kTooFew,
  // Needs a closer look.
  kLook,
  // Players of different strengths certainly disagree.
  kDepends,
  kBad,
};
// The name in JSON, such as "green", "red" or "depends on strength".
const char* LightName(Light light);
// The class in document.css.
const char* LightStyle(Light light);

// One question and its answer.
struct FrontLine {
  // One of "finishes", "fair", "decisive", "long" and "deep".
  std::string question = {};
  Light light = Light::kTooFew;
  // The answer in a few words, such as "yes", "no" or "about 76 moves".
  std::string label = {};
  std::string sentence = {};
  // The figure at each strength, the weakest first; may be empty.
  std::string trend = {};
};
// All five questions of one game, in the order of FrontLine::question.
std::vector<FrontLine> FrontLines(const BalanceReport& report, size_t variant);

// A proof that both sides are worth the same under best play, as a sentence. Empty if the game has
// no symmetry, known to this program, that proves it.
std::string SymmetryProof(const envs::Game& game);

}  // namespace kvintet::cli
