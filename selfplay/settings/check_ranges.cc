// CheckRanges: see the header.
#include "selfplay/settings/check_ranges.h"

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "base/number_range.h"
#include "selfplay/settings/algorithm.h"
#include "selfplay/settings/search_fields.h"
#include "selfplay/settings/self_play_fields.h"
#include "selfplay/settings/storage_fields.h"

namespace kvintet::selfplay {
namespace {

// The number that a member holds; none if it holds something else.
template <typename Member>
std::optional<Member> NumberIn(const Member& member) {
  constexpr bool kIsNumber = std::is_arithmetic_v<Member> && !std::is_same_v<Member, bool>;
  return kIsNumber ? std::optional(member) : std::nullopt;
}

template <typename Member>
std::optional<Member> NumberIn(const std::optional<Member>& member) {
  return member.has_value() ? NumberIn(*member) : std::nullopt;
}

// Adds a line for each number of the settings that is not allowed.
template <typename Settings>
void AddProblems(const Settings& settings, const std::string& prefix,
                 std::vector<std::string>* problems) {
  VisitFields(settings, [&](const FieldInfo& info, const auto& member) {
    const auto number = NumberIn(member);
    if constexpr (std::is_arithmetic_v<typename decltype(number)::value_type>) {
      if (number.has_value() && !Contains(info.range, static_cast<double>(*number))) {
        problems->push_back(absl::StrCat(prefix, std::string(info.name), " must be ",
                                         Describe(info.range), ", is ", *number));
      }
    }
  });
}

absl::Status StatusOf(const std::vector<std::string>& problems) {
  return problems.empty() ? absl::OkStatus()
                          : absl::InvalidArgumentError(absl::StrJoin(problems, "\n"));
}

template <typename Settings>
absl::Status CheckFields(const Settings& settings) {
  std::vector<std::string> problems;
  AddProblems(settings, "", &problems);
  return StatusOf(problems);
}

}  // namespace

absl::Status CheckRanges(const SearchSettings& settings) {
  std::vector<std::string> problems;
  AddProblems(settings, "", &problems);
  const std::string prefix = AlgorithmName(settings) + ".";
  std::visit([&](const auto& own) { AddProblems(own, prefix, &problems); }, settings.algorithm);
  return StatusOf(problems);
}

absl::Status CheckRanges(const SelfPlaySettings& settings) { return CheckFields(settings); }

absl::Status CheckRanges(const StorageSettings& settings) { return CheckFields(settings); }

}  // namespace kvintet::selfplay
