// The options of `kvintet bench learn`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/verb.h"

namespace kvintet::cli {

// What the user wants; the budget and the numbers left out depend on the game and on `quick`.
struct BenchLearnArguments {
  std::string game;
  std::optional<std::string> config;
  std::vector<std::string> sets;
  std::string out;
  uint64_t seed = 1;
  std::optional<int> seeds;
  std::optional<int64_t> games;
  std::optional<double> minutes;
  std::optional<int> places;
  std::optional<int> positions;
  int simulations = 32;
  int64_t average = 1;
  int64_t pairs = 400;
  bool quick = false;
  std::vector<std::string> at_least;
  std::vector<std::string> at_most;
};

// Adds all of them and returns --out. `arguments` must outlive the verb.
Option AddLearnOptions(const Verb& verb, BenchLearnArguments* arguments);

// A command line for a shell that measures the same: without the folder and the bounds.
std::string CommandOf(const BenchLearnArguments& arguments);

}  // namespace kvintet::cli
