// Tests of JSON: what is written, what is refused, and at which location.
#include "base/reports/json.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <absl/status/status.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "tests/support/status_matchers.h"

namespace kvintet {
namespace {

using ::kvintet::testing::IsOkAndHolds;
using ::kvintet::testing::StatusIs;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(JsonTest, WritesOneLineInTheOrderOfSetting) {
  Json value;
  value["z"] = 1;
  value["a"] = {true, nullptr, "x", 0.1, uint64_t{1} << 63, -5};
  EXPECT_EQ(ToJsonLine(value), R"({"z":1,"a":[true,null,"x",0.1,9223372036854775808,-5]})");
}

TEST(JsonTest, EscapesControlCharactersAndQuotes) {
  EXPECT_EQ(ToJsonLine(std::string("a\n\"\\\x01\0b", 7)), R"("a\n\"\\\u0001\u0000b")");
}

TEST(JsonTest, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(ToJsonLine("a\xff"
                       "b\xc3"),
            "\"a\xef\xbf\xbd"
            "b\xef\xbf\xbd\"");
  EXPECT_EQ(ToJsonLine("P\xc3\x9cNCT"), "\"P\xc3\x9cNCT\"");
}

TEST(JsonTest, DoublesReadBackToTheSameBits) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (int i = 0; i < 10000; ++i) {
    const double x = std::ldexp(random.Uniform(), static_cast<int>(random.Below(600)) - 300);
    ASSERT_OK_AND_ASSIGN(const Json value, ParseJson(ToJsonLine(x), "test"));
    ASSERT_THAT(FromJson<double>(value), IsOkAndHolds(x));
  }
}

TEST(JsonTest, NanAndInfinityBecomeNull) {
  EXPECT_EQ(ToJsonLine(std::nan("")), "null");
  EXPECT_EQ(ToJsonLine(std::numeric_limits<double>::infinity()), "null");
}

TEST(JsonTest, ParsesWhatItWrites) {
  const std::string text = R"({"b":{"c":[1,2,{"d":"\n"}]},"a":null})";
  ASSERT_OK_AND_ASSIGN(const Json value, ParseJson(text, "test"));
  EXPECT_EQ(ToJsonLine(value), text);
}

TEST(JsonTest, ErrorsTellTheirPlace) {
  EXPECT_THAT(ParseJson("{\n  \"a\": tru\n}", "f.json"), StatusIs(kInvalid, "f.json:2:"));
  EXPECT_THAT(ParseJson("{\"a\" 1}", "f.json"), StatusIs(kInvalid, "f.json:1:6: syntax error"));
  EXPECT_THAT(ParseJson("", "f.json"), StatusIs(kInvalid, "f.json:1:1: syntax error"));
}

TEST(JsonTest, RefusesWhatIsNoJson) {
  for (const char* text : {"[1,]",
                           "{'a':1}",
                           "[1] x",
                           "// c\n1",
                           "nul",
                           "\"\x01\"",
                           "\"\xff\"",
                           "1e999",
                           "-1e999",
                           "[",
                           "{\"a\":",
                           "NaN",
                           "nan",
                           "Infinity",
                           "-Infinity",
                           "inf",
                           "+1",
                           "01",
                           ".5",
                           "1.",
                           "0x1",
                           "\"\\ud800\"",
                           "\"\\udc00\\ud800\"",
                           "\"\\ud800x\"",
                           "\"\\u12\"",
                           "\"\\x41\"",
                           "{1:2}",
                           "{\"a\"}",
                           "\xef\xbb\xbf{}",
                           "\xfe\xff",
                           "{}{}"}) {
    EXPECT_THAT(ParseJson(text, "f"), StatusIs(kInvalid, "f:1:")) << text;
  }
}

TEST(JsonTest, RefusesZeroBytes) {
  EXPECT_EQ(ParseJson(absl::string_view("{}\0{}", 5), "f").status().message(),
            "f: zero byte at offset 2");
}

TEST(JsonTest, RefusesDeepNesting) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_OK(ParseJson(nested(200), "f"));
  EXPECT_THAT(ParseJson(nested(201), "f"), StatusIs(kInvalid, "deeper than 200"));
  EXPECT_THAT(ParseJson(std::string(1000000, '['), "f"), StatusIs(kInvalid, "deeper than 200"));
}

TEST(JsonTest, RefusesNamesTwice) {
  EXPECT_THAT(ParseJson(R"({"a":1,"b":2,"a":1})", "f"), StatusIs(kInvalid, "member 'a' twice"));
  EXPECT_THAT(ParseJson(R"([{"x":{"a":1,"\u0061":2}}])", "f"), StatusIs(kInvalid, "'a' twice"));
  EXPECT_OK(ParseJson(R"([{"a":{"a":1}},{"a":2}])", "f"));
}

// The time to read them grows with the square of their number.
TEST(JsonTest, RefusesObjectsOfVeryManyMembers) {
  const auto object = [](int members) {
    std::string text = "{";
    for (int i = 0; i < members; ++i) {
      text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    }
    return text + "}";
  };
  EXPECT_OK(ParseJson(object(4096), "f"));
  EXPECT_THAT(ParseJson(object(4097), "f"), StatusIs(kInvalid, "more than 4096 members"));
  EXPECT_THAT(ParseJson(object(100'000), "f"), StatusIs(kInvalid, "more than 4096 members"));
}

TEST(JsonTest, MembersComeWithTheirType) {
  ASSERT_OK_AND_ASSIGN(
      const Json object,
      ParseJson(R"({"i":-3,"u":18446744073709551615,"d":2.5,"s":"x","b":true,"o":{"p":1}})", "f"));
  EXPECT_THAT(JsonMember<int64_t>(object, "i"), IsOkAndHolds(-3));
  EXPECT_THAT(JsonMember<uint64_t>(object, "u"), IsOkAndHolds(UINT64_MAX));
  EXPECT_THAT(JsonMember<double>(object, "d"), IsOkAndHolds(2.5));
  EXPECT_THAT(JsonMember<double>(object, "i"), IsOkAndHolds(-3.0));
  EXPECT_THAT(JsonMember<std::string>(object, "s"), IsOkAndHolds(std::string("x")));
  EXPECT_THAT(JsonMember<bool>(object, "b"), IsOkAndHolds(true));
  EXPECT_THAT(JsonMember<Json>(object, "o"), IsOkAndHolds(Json{{"p", 1}}));
}

TEST(JsonTest, MembersOfAnotherTypeAreRefused) {
  ASSERT_OK_AND_ASSIGN(const Json object,
                       ParseJson(R"({"i":-3,"u":18446744073709551615,"d":2.0,"s":"x"})", "f"));
  EXPECT_THAT(JsonMember<int64_t>(object, "s"),
              StatusIs(kInvalid, "s: wanted an integer, found string"));
  EXPECT_THAT(JsonMember<int64_t>(object, "d"), StatusIs(kInvalid, "d: wanted an integer"));
  EXPECT_THAT(JsonMember<int64_t>(object, "u"), StatusIs(kInvalid, "found 18446744073709551615"));
  EXPECT_THAT(JsonMember<uint64_t>(object, "i"), StatusIs(kInvalid, "at least 0, found -3"));
  EXPECT_THAT(JsonMember<bool>(object, "i"), StatusIs(kInvalid, "a boolean, found number"));
  EXPECT_THAT(JsonMember<std::string>(object, "none"), StatusIs(kInvalid, "none: wanted"));
  EXPECT_THAT(JsonMember<std::string>(Json(3), "s"), StatusIs(kInvalid, "s: wanted"));
}

}  // namespace
}  // namespace kvintet
