// The algorithm of a SearchSettings: see the header.
#include "selfplay/settings/algorithm.h"

#include <array>
#include <cstddef>
#include <utility>

#include "absl/strings/match.h"

#include "selfplay/settings/search_fields.h"

namespace kvintet::selfplay {
namespace {

constexpr auto kAlternatives = std::make_index_sequence<std::variant_size_v<AlgorithmSettings>>();

const AlgorithmInfo& InfoOf(Algorithm algorithm) {
  return kAlgorithmInfos[static_cast<size_t>(algorithm)];
}

// By Algorithm: the defaults of its settings.
template <size_t... kIndices>
std::array<AlgorithmSettings, sizeof...(kIndices)> AllDefaults(std::index_sequence<kIndices...>) {
  return {AlgorithmSettings(std::in_place_index<kIndices>)...};
}

}  // namespace

Algorithm AlgorithmOf(const SearchSettings& settings) {
  return static_cast<Algorithm>(settings.algorithm.index());
}

std::string AlgorithmName(Algorithm algorithm) { return std::string(InfoOf(algorithm).name); }

std::string AlgorithmName(const SearchSettings& settings) {
  return AlgorithmName(AlgorithmOf(settings));
}

std::optional<Algorithm> AlgorithmNamed(std::string_view name) {
  for (size_t i = 0; i < kAlgorithmInfos.size(); ++i) {
    const std::string_view own = kAlgorithmInfos[i].name;
    if (absl::EqualsIgnoreCase({own.data(), own.size()}, {name.data(), name.size()})) {
      return static_cast<Algorithm>(i);
    }
  }
  return std::nullopt;
}

bool IsCustomRule(Algorithm algorithm) { return InfoOf(algorithm).custom; }

void SelectAlgorithm(Algorithm algorithm, SearchSettings* settings) {
  if (AlgorithmOf(*settings) != algorithm) {
    settings->algorithm = AllDefaults(kAlternatives)[static_cast<size_t>(algorithm)];
  }
}

}  // namespace kvintet::selfplay
