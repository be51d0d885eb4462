// The algorithm of a SearchConfig: which one it selects, and its name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <absl/strings/string_view.h>

#include "proto/search_config.pb.h"

namespace kvintet {

// The algorithm that the configuration means: never ALGORITHM_NOT_SET.
SearchConfig::AlgorithmCase AlgorithmOf(const SearchConfig& config);

// The name by which a configuration selects it, e.g. "puct". REQUIRES: not ALGORITHM_NOT_SET.
std::string AlgorithmName(SearchConfig::AlgorithmCase algorithm);
std::string AlgorithmName(const SearchConfig& config);

// The algorithm of that name, in capitals or not; none if there is no such algorithm.
std::optional<SearchConfig::AlgorithmCase> AlgorithmNamed(absl::string_view name);

// The algorithms whose message has a setting of this name, or had it under this name before the
// setting moved there.
std::vector<SearchConfig::AlgorithmCase> AlgorithmsWith(const std::string& setting);

// Whether it is a rule of tree search defined by a file of selfplay/search/rules/.
bool IsCustomRule(SearchConfig::AlgorithmCase algorithm);

}  // namespace kvintet
