// PlayerWords: see the header.
#include "cli/words/player_words.h"

#include <optional>
#include <set>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace kvintet::cli {
namespace {

constexpr char kModel[] = "model:";

// The text after "NAME:" in a spec; empty for other specs.
std::optional<std::string> Budget(const std::string& spec, const std::string& name) {
  absl::string_view rest = spec;
  return absl::ConsumePrefix(&rest, name) ? std::optional(std::string(rest)) : std::nullopt;
}

// The parts of a model's spec.
struct ModelSpec {
  std::string path = {};
  std::string simulations = {};
};

std::optional<ModelSpec> ModelOf(const std::string& spec) {
  const std::optional<std::string> rest = Budget(spec, kModel);
  if (!rest) {
    return std::nullopt;
  }
  const std::vector<std::string> parts = absl::StrSplit(*rest, ',');
  ModelSpec model = {.path = parts[0]};
  for (const std::string& part : parts) {
    absl::string_view value = part;
    if (absl::ConsumePrefix(&value, "simulations=")) {
      model.simulations = std::string(value);
    }
  }
  return model;
}

// The models of a study, by the files of its first game.
std::vector<std::string> ModelPaths(const arena::StudySettings& settings) {
  std::vector<std::string> paths;
  std::set<std::string> seen;
  for (const arena::StudyLevel& level : settings.levels) {
    const std::optional<ModelSpec> model = ModelOf(level.specs[0]);
    if (model && seen.insert(model->path).second) {
      paths.push_back(model->path);
    }
  }
  return paths;
}

// " A" for the first of several models, " B" for the second.
std::string Letter(const arena::StudySettings& settings, const std::string& path) {
  const std::vector<std::string> paths = ModelPaths(settings);
  for (size_t i = 0; i < paths.size() && paths.size() > 1; ++i) {
    if (paths[i] == path) {
      return i < 26 ? absl::StrCat(" ", std::string(1, static_cast<char>('A' + i)))
                    : absl::StrCat(" no. ", i + 1);
    }
  }
  return "";
}

}  // namespace

std::string PlayerName(const arena::StudySettings& settings, size_t level) {
  const std::string& spec = settings.levels[level].specs[0];
  if (const std::optional<ModelSpec> model = ModelOf(spec); model) {
    return absl::StrCat("trained", Letter(settings, model->path), " ", model->simulations);
  }
  if (const auto playouts = Budget(spec, "rollouts:"); playouts) {
    return "look-ahead " + *playouts;
  }
  if (const auto playouts = Budget(spec, "mcts:"); playouts) {
    return "tree search " + *playouts;
  }
  return spec == "greedy"   ? "one move ahead"
         : spec == "random" ? spec
                            : settings.levels[level].name;
}

std::string PlayerWords(const arena::StudySettings& settings, size_t level) {
  const std::string& spec = settings.levels[level].specs[0];
  if (const std::optional<ModelSpec> model = ModelOf(spec); model) {
    const std::string who = "is a network that was trained for exactly these rules";
    return model->simulations == "0"
               ? absl::StrCat(who, " and does not look ahead (", model->path, ")")
               : absl::StrCat(who, " and looks at ", model->simulations,
                              " positions for each move (", model->path, ")");
  }
  if (const auto playouts = Budget(spec, "rollouts:"); playouts) {
    return absl::StrCat("looks ahead with ", *playouts, " random playouts for each move");
  }
  if (const auto playouts = Budget(spec, "mcts:"); playouts) {
    return absl::StrCat("searches a tree with ", *playouts, " random playouts for each move");
  }
  return spec == "greedy"   ? "takes what looks best one move ahead; it does not plan"
         : spec == "random" ? "moves at random"
                            : settings.levels[level].name;
}

}  // namespace kvintet::cli
