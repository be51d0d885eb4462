// Tests of PartRegistry: options, canonical texts, refusals.
#include "training/network/parts/part.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

struct Entry {
  std::vector<PartOption> options;
  int number = 0;
};

PartRegistry<Entry> Two() {
  PartRegistry<Entry> registry("room.part");
  registry.Add("plain", {.options = {}, .number = 1});
  registry.Add(
      "fine",
      {.options = {{.name = "share", .default_value = 0.1, .min = 0, .max = 1},
                   {.name = "count", .default_value = 4, .min = 1, .max = 64, .whole = true}},
       .number = 2});
  return registry;
}

std::string Refusal(const std::string& text) {
  return std::string(Two().Find(text).status().message());
}

TEST(PartTest, OptionsThatAreLeftOutHaveTheirDefaults) {
  const PartRegistry<Entry> registry = Two();
  const auto part = registry.Find("fine{count=8}");
  ASSERT_TRUE(part.ok()) << part.status();
  EXPECT_EQ(part->entry->number, 2);
  EXPECT_EQ(part->options.Int("count"), 8);
  EXPECT_EQ(part->options.Value("share"), 0.1);
  EXPECT_EQ(part->Text(), "fine{count=8,share=0.1}");
  EXPECT_EQ(registry.Find("plain{}")->Text(), "plain");
}

TEST(PartTest, TextsReadBackExactly) {
  const PartRegistry<Entry> registry = Two();
  const double third = 1.0 / 3;
  const auto part = registry.Find("fine{share=" + NumberText(third) + "}");
  ASSERT_TRUE(part.ok()) << part.status();
  EXPECT_EQ(part->options.Value("share"), third);
  EXPECT_EQ(registry.Find(part->Text())->options.Value("share"), third);
}

TEST(PartTest, RefusalsSayWhatWasWantedAndFound) {
  EXPECT_EQ(Refusal("coarse"), "room.part must be one of fine, plain, is 'coarse'");
  EXPECT_EQ(Refusal("fine{size=3}"),
            "room.part: fine: no option 'size'; its options: share, count");
  EXPECT_EQ(Refusal("plain{size=3}"), "room.part: plain: no option 'size'; its options: none");
  EXPECT_EQ(Refusal("fine{count=2.5}"),
            "room.part: fine: option count must be a whole number from 1 to 64, is '2.5'");
  EXPECT_EQ(Refusal("fine{share=1.5}"),
            "room.part: fine: option share must be a number from 0 to 1, is '1.5'");
  EXPECT_EQ(Refusal("fine{share=nan}"),
            "room.part: fine: option share must be a number from 0 to 1, is 'nan'");
  EXPECT_THAT(Refusal("fine{share=1"), HasSubstr("room.part: "));
  EXPECT_EQ(std::string(PartRegistry<Entry>("room.part").Find("fine").status().message()),
            "room.part: no file registers any, found 'fine'");
  EXPECT_THAT(Refusal("fine{share=1"), HasSubstr("name{key=value,...}"));
}

}  // namespace
}  // namespace kvintet::network
