// Tests of IsUtf8: texts, and bytes that are none.
#include "base/reports/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace kvintet {
namespace {

TEST(Utf8Test, TextsAreUtf8) {
  for (const std::string& text :
       {std::string(), std::string("a\n\"\\\0", 5), std::string("P\xc3\x9cNCT"),
        std::string("\xef\xbf\xbd"), std::string("\xf0\x9f\x8e\xb2")}) {
    EXPECT_TRUE(IsUtf8(text)) << text;
  }
}

TEST(Utf8Test, OtherBytesAreNot) {
  // The last three: too long a form, half of a pair of UTF-16, beyond Unicode.
  for (const std::string& bytes :
       {std::string("caf\xe9"), std::string("\xff"), std::string("\xc3"), std::string("\x80 a"),
        std::string("\xc0\xaf"), std::string("\xed\xa0\x80"), std::string("\xf4\x90\x80\x80")}) {
    EXPECT_FALSE(IsUtf8(bytes)) << bytes;
  }
}

}  // namespace
}  // namespace kvintet
