// Tests of RequestReader: requests that arrive in any parts, and what is none.
#include "serving/http/request_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;
using Found = RequestReader::Found;

const std::string kPost =
    "POST /a HTTP/1.1\r\nHost: x\r\nAccept:  y \r\nContent-Length: 3\r\n\r\nabc";

// What is found at the end of these bytes.
Found Last(RequestReader* reader, const std::string& bytes) {
  reader->Add(bytes);
  Found found = reader->Read();
  while (found == Found::kHead) {
    found = reader->Read();
  }
  return found;
}

TEST(RequestReaderTest, ReadsARequestByteByByte) {
  RequestReader reader;
  for (size_t i = 0; i + 1 < kPost.size(); ++i) {
    ASSERT_EQ(Last(&reader, kPost.substr(i, 1)), Found::kNothing) << i;
  }
  EXPECT_EQ(Last(&reader, kPost.substr(kPost.size() - 1)), Found::kBody);
  EXPECT_EQ(reader.Head().method, "POST");
  EXPECT_EQ(reader.Head().target, "/a");
  EXPECT_EQ(reader.Head().Field("accept"), "y");
  EXPECT_EQ(reader.Body(), "abc");
  EXPECT_TRUE(reader.KeepsOpen());
}

TEST(RequestReaderTest, KeepsTheNextRequestForLater) {
  RequestReader reader;
  reader.Add(kPost + kPost + "GET");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(reader.Read(), Found::kHead);
    EXPECT_TRUE(reader.HasBody());
    EXPECT_EQ(reader.Read(), Found::kBody);
    EXPECT_EQ(reader.Body(), "abc");
    reader.Restart();
  }
  EXPECT_EQ(reader.Unread(), 3u);
  EXPECT_EQ(Last(&reader, " / HTTP/1.0\r\n\r\n"), Found::kBody);
  EXPECT_TRUE(reader.IsHttp10());
  EXPECT_FALSE(reader.HasBody());
  EXPECT_FALSE(reader.KeepsOpen());
}

TEST(RequestReaderTest, BoundsTheBody) {
  for (const std::string& body : {std::string("Content-Length: 4\r\n\r\nabcd"),
                                  std::string("Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n2\r\n"
                                              "cd\r\n0\r\n\r\n")}) {
    for (const size_t limit : {3u, 4u}) {
      RequestReader reader;
      reader.Add("POST / HTTP/1.1\r\n" + body);
      ASSERT_EQ(reader.Read(), Found::kHead);
      reader.LimitBody(limit);
      // A length is known before.
      const bool fits = reader.BodyBytes() <= limit && reader.Read() == Found::kBody;
      EXPECT_EQ(fits, limit == 4) << body;
    }
  }
}

TEST(RequestReaderTest, SaysWhatIsNoRequest) {
  RequestReader reader;
  EXPECT_EQ(Last(&reader, "hello\r\n\r\n"), Found::kBroken);
  EXPECT_EQ(reader.Refusal().code, 400);
  EXPECT_FALSE(reader.IsTooLarge());
  EXPECT_THAT(reader.Refusal().body, HasSubstr("wanted a request of HTTP/1.1"));
}

// A proxy in front may read its body in another way, and see another next request.
TEST(RequestReaderTest, TakesNoTransferCodingButChunked) {
  for (const char* coding :
       {"identity", "gzip", "gzip, chunked", "chunked, gzip", "xchunked", ""}) {
    RequestReader reader;
    reader.Add(absl::StrCat("POST / HTTP/1.1\r\nTransfer-Encoding: ", coding, "\r\n\r\n0\r\n\r\n"));
    EXPECT_EQ(reader.Read(), Found::kBroken) << coding;
    EXPECT_EQ(reader.Refusal().code, 501) << coding;
  }
  RequestReader twice;
  EXPECT_EQ(Last(&twice,
                 "POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n"
                 "\r\n0\r\n\r\n"),
            Found::kBroken);
  RequestReader with_length;
  EXPECT_EQ(
      Last(&with_length, "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: x\r\n\r\nabc"),
      Found::kBroken);
  RequestReader capital;
  EXPECT_EQ(Last(&capital, "POST / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n"),
            Found::kBody);
}

TEST(RequestReaderTest, BoundsTheHeadAndLinesBetweenChunks) {
  RequestReader head;
  EXPECT_EQ(Last(&head, "GET / HTTP/1.1\r\nX: " + std::string(9000, 'x')), Found::kBroken);
  EXPECT_EQ(head.Refusal().code, 431);
  RequestReader chunks;
  EXPECT_EQ(Last(&chunks, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;" +
                              std::string(20000, 'x')),
            Found::kBroken);
  EXPECT_EQ(chunks.Refusal().code, 400);
}

}  // namespace
}  // namespace kvintet::serving
