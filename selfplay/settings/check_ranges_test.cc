// Tests of CheckRanges: defaults are allowed, and each bound of each field is refused beyond it.
#include "selfplay/settings/check_ranges.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include <gtest/gtest.h>

#include "selfplay/settings/algorithm.h"
#include "selfplay/settings/search_fields.h"
#include "selfplay/settings/self_play_fields.h"
#include "selfplay/settings/storage_fields.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::StatusIs;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

template <typename Member>
struct NumberType {
  using Type = Member;
};
template <typename Member>
struct NumberType<std::optional<Member>> {
  using Type = Member;
};

// The nearest number on the far side of a bound, or the bound itself if it is open.
template <typename Number>
Number Beyond(double bound, bool open, int direction) {
  if (open) {
    return static_cast<Number>(bound);
  }
  return std::is_integral_v<Number>
             ? static_cast<Number>(static_cast<Number>(bound) + static_cast<Number>(direction))
             : static_cast<Number>(std::nextafter(bound, direction * HUGE_VAL));
}

// Sets each member of `part` in turn to a number beyond each of its bounds. `check` gives the
// status of the settings that contain `part`. Returns the number of bounds.
template <typename Part, typename Check>
int ExpectRefusals(Part* part, const std::string& prefix, const Check& check) {
  int bounds = 0;
  VisitFields(*part, [&](const FieldInfo& info, auto& member) {
    using Member = std::remove_reference_t<decltype(member)>;
    using Number = typename NumberType<Member>::Type;
    if constexpr (std::is_arithmetic_v<Number> && !std::is_same_v<Number, bool>) {
      const Member kept = member;
      const std::string name = prefix + std::string(info.name);
      const auto expect_refusal = [&](Number number) {
        member = number;
        EXPECT_THAT(check(), StatusIs(kInvalid, name + " must be " + Describe(info.range)));
        member = kept;
      };
      if (info.range.min) {
        expect_refusal(Beyond<Number>(*info.range.min, info.range.open_min, -1));
        ++bounds;
      }
      if (info.range.max) {
        expect_refusal(Beyond<Number>(*info.range.max, info.range.open_max, 1));
        ++bounds;
      }
      if constexpr (std::is_floating_point_v<Number>) {
        expect_refusal(std::numeric_limits<Number>::quiet_NaN());
      }
    }
  });
  return bounds;
}

TEST(CheckRangesTest, DefaultsAreAllowed) {
  EXPECT_OK(CheckRanges(SelfPlaySettings()));
  EXPECT_OK(CheckRanges(StorageSettings()));
  for (const AlgorithmInfo& info : kAlgorithmInfos) {
    SearchSettings settings;
    SelectAlgorithm(*AlgorithmNamed(info.name), &settings);
    EXPECT_OK(CheckRanges(settings)) << info.name;
  }
}

TEST(CheckRangesTest, RefusesWhatIsBeyondEachBound) {
  SelfPlaySettings self_play;
  EXPECT_GT(ExpectRefusals(&self_play, "", [&] { return CheckRanges(self_play); }), 20);
  StorageSettings storage;
  EXPECT_EQ(ExpectRefusals(&storage, "", [&] { return CheckRanges(storage); }), 8);
  for (const AlgorithmInfo& info : kAlgorithmInfos) {
    const std::string name(info.name);
    SearchSettings search;
    SelectAlgorithm(*AlgorithmNamed(name), &search);
    const auto check = [&] { return CheckRanges(search); };
    EXPECT_EQ(ExpectRefusals(&search, "", check), 4);
    const auto expect = [&](auto& own) { return ExpectRefusals(&own, name + ".", check); };
    EXPECT_GT(std::visit(expect, search.algorithm), 0) << name;
  }
}

TEST(CheckRangesTest, TellsEachProblemInALine) {
  SearchSettings settings = {.simulations = -3};
  Select<PuctSettings>(&settings).dirichlet_alpha = 0;
  EXPECT_EQ(std::string(CheckRanges(settings).message()),
            "simulations must be between 1 and 1000000, is -3\n"
            "puct.dirichlet_alpha must be above 0 and at most 1000, is 0");
}

TEST(CheckRangesTest, AnAbsentNumberIsAllowed) {
  SelfPlaySettings settings;
  EXPECT_EQ(settings.batch_size, std::nullopt);
  settings.batch_size = 0;
  EXPECT_THAT(CheckRanges(settings), StatusIs(kInvalid, "batch_size must be between 1 and 65536"));
}

}  // namespace
}  // namespace kvintet::selfplay
