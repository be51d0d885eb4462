// CompareVariants: compares the options of two variants by their declared changes.
#include "envs/text/variants.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "base/check.h"
#include "envs/rule_options.h"

namespace kvintet::envs {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"none", "similar", "same_play", "same"};
static_assert(static_cast<size_t>(VariantFit::kSame) + 1 == kNames.size());

std::map<std::string, std::string> OptionsOf(const Game& game) {
  const absl::StatusOr<GameText> text = ParseGameText(game.Spec().text);
  KVINTET_CHECK(text.ok());
  return text->options;
}

}  // namespace

std::string_view VariantFitName(VariantFit fit) { return kNames[static_cast<size_t>(fit)]; }

bool SameShape(const GameSpec& one, const GameSpec& other) {
  return one.num_actions == other.num_actions && one.planes == other.planes &&
         one.height == other.height && one.width == other.width && one.globals == other.globals &&
         one.policy_planes == other.policy_planes && one.policy_slots == other.policy_slots;
}

Kinship CompareVariants(const Game& one, const Game& other) {
  if (one.Spec().name != other.Spec().name || !SameShape(one.Spec(), other.Spec())) {
    return {};
  }
  std::map<std::string, std::string> values = OptionsOf(one);
  std::map<std::string, std::string> others = OptionsOf(other);
  int changed = 0;
  int changing_play = 0;
  for (const OptionSpec& option : one.Options()) {
    const std::string& value = values[option.key];
    const std::string& other_value = others[option.key];
    if (value != other_value) {
      ++changed;
      changing_play += option.ChangesPlay(value, other_value) ? 1 : 0;
    }
  }
  if (changing_play > 0) {
    return {VariantFit::kSimilar, -changing_play};
  }
  return {changed > 0 ? VariantFit::kSamePlay : VariantFit::kSame, -changed};
}

}  // namespace kvintet::envs
