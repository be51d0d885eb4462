// Tests of Document: a page is whole, needs nothing else, and shows text as it is.
#include "cli/pages/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/pages/embedded.h"

namespace kvintet::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(DocumentTest, ThePageHasTitleHeadingStyleAndBody) {
  const std::string page = HtmlDocument({.title = "Long title", .heading = "Short"}, "<p>b</p>\n");
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>\n"));
  EXPECT_THAT(page, HasSubstr("<title>Long title</title>"));
  EXPECT_THAT(page, HasSubstr("<h1>Short</h1>\n<p>b</p>\n</body></html>\n"));
  EXPECT_THAT(page, HasSubstr("svg.plot {"));
}

TEST(DocumentTest, TheTitleIsEscapedAndIsTheHeadingToo) {
  const std::string page = HtmlDocument({.title = "a < b & \"c\""}, "");
  EXPECT_THAT(page, HasSubstr("<title>a &lt; b &amp; &quot;c&quot;</title>"));
  EXPECT_THAT(page, HasSubstr("<h1>a &lt; b &amp; &quot;c&quot;</h1>"));
}

TEST(DocumentTest, ThePageNamesNoAddress) {
  const std::string page = HtmlDocument({.title = "T", .script = kSceneJs}, kBalanceMethodHtml);
  for (const char* const address : {"http", "url(", "@import", "src=", "href="}) {
    EXPECT_THAT(page, Not(HasSubstr(address)));
  }
}

TEST(DocumentTest, OnlyAPageThatNeedsAScriptHasOneBelowItsBody) {
  EXPECT_THAT(HtmlDocument({.title = "T"}, ""), Not(HasSubstr("<script")));
  EXPECT_THAT(HtmlDocument({.title = "T", .script = "show(1 < 2);\n"}, "<p>b</p>\n"),
              HasSubstr("<p>b</p>\n<script>\nshow(1 < 2);\n</script>\n</body>"));
}

TEST(DocumentTest, ATableHasHeadingsAndEscapedCells) {
  EXPECT_EQ(TableHtml({{"player", "score"}, {"a<b", "50 %"}}),
            "<table><tr><th>player</th><th>score</th></tr>\n"
            "<tr><td>a&lt;b</td><td>50&#160;%</td></tr>\n</table>\n");
  EXPECT_THAT(TableHtml({{"a"}, {"b"}}, 2), Not(HasSubstr("<td>")));
}

TEST(DocumentTest, DetailsAreShutUnlessTheyShallBeOpen) {
  EXPECT_EQ(DetailsHtml("Who & what", "<p>x</p>"),
            "<details><summary>Who &amp; what</summary>\n<p>x</p></details>\n");
  EXPECT_THAT(DetailsHtml("Who", "", /*open=*/true), StartsWith("<details open>"));
}

}  // namespace
}  // namespace kvintet::cli
