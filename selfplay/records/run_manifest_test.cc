// Tests of the manifest of a run: what a line must hold.
#include "selfplay/records/run_manifest.h"

#include <gtest/gtest.h>

#include "base/reports/json.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::StatusIs;

Json ShardLine(int64_t first, int64_t last) {
  Json line = ToJson(Shard{.name = "a.records", .games = 1, .numbers = {{first, last}}});
  line["kind"] = "shard";
  return line;
}

TEST(RunManifestTest, NumbersOfGamesAreBelowTheirEnd) {
  RunState state;
  EXPECT_OK(AddManifestLine(ShardLine(5, kGameNumberEnd - 1), &state));
  EXPECT_EQ(state.Numbers().Size(), kGameNumberEnd - 5);
  for (const int64_t last : {kGameNumberEnd, INT64_MAX}) {
    EXPECT_THAT(AddManifestLine(ShardLine(5, last), &state),
                StatusIs(absl::StatusCode::kInvalidArgument, "numbers: wanted 0 <= first <= last"));
  }
}

TEST(RunManifestTest, GivenGamesAreSome) {
  RunState state;
  const Json line = {{"kind", "given"}, {"shards", Json::array()}, {"removed", 0}};
  EXPECT_THAT(AddManifestLine(line, &state),
              StatusIs(absl::StatusCode::kInvalidArgument, "shards must name at least one"));
}

}  // namespace
}  // namespace kvintet::selfplay
