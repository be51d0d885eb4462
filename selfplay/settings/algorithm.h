// The algorithm of a SearchSettings: which one it selects, its name, and its own settings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// The algorithm that the settings select.
Algorithm AlgorithmOf(const SearchSettings& settings);

// The name by which a configuration selects it, e.g. "puct".
std::string AlgorithmName(Algorithm algorithm);
std::string AlgorithmName(const SearchSettings& settings);

// The algorithm of that name, in capitals or not; none if there is no such algorithm.
std::optional<Algorithm> AlgorithmNamed(std::string_view name);

// Whether it is a rule of tree search defined by a file of selfplay/search/rules/.
bool IsCustomRule(Algorithm algorithm);

// Selects an algorithm. Its settings stay if it was selected already, and those of another
// algorithm are lost.
void SelectAlgorithm(Algorithm algorithm, SearchSettings* settings);

// The same for the algorithm whose settings are an Own. Returns them.
template <typename Own>
Own& Select(SearchSettings* settings) {
  if (!std::holds_alternative<Own>(settings->algorithm)) {
    settings->algorithm.emplace<Own>();
  }
  return std::get<Own>(settings->algorithm);
}

// The settings of the algorithm whose settings are an Own; its defaults if another one is selected.
template <typename Own>
Own OwnSettings(const SearchSettings& settings) {
  const Own* const own = std::get_if<Own>(&settings.algorithm);
  return own == nullptr ? Own() : *own;
}

}  // namespace kvintet::selfplay
