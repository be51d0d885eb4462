// RequestReader: see the header.
#include "serving/http/request_reader.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "serving/http/protocol/connect_call.h"

namespace kvintet::serving {
namespace {

namespace http = boost::beast::http;

constexpr uint32_t kMaxHeadBytes = 8192;
// Of a line with the size of a chunk, of which nothing else is used.
constexpr size_t kMaxLineBytes = 16384;
constexpr unsigned kHttp10 = 10;

HttpRequest PlainHead(const http::request<http::string_body>& request) {
  HttpRequest head = {.method = std::string(request.method_string()),
                      .target = std::string(request.target())};
  for (const auto& field : request) {
    head.fields.emplace_back(absl::AsciiStrToLower(std::string(field.name_string())),
                             std::string(field.value()));
  }
  return head;
}

// The parser takes such a body for none. A proxy in front might see its end elsewhere, and then
// another client's request in it.
bool HasUnknownCoding(const HttpRequest& head) {
  return std::ranges::any_of(head.fields, [](const auto& field) {
    return field.first == "transfer-encoding" && !absl::EqualsIgnoreCase(field.second, "chunked");
  });
}

HttpResponse UnknownCoding() {
  return ErrorResponse(
      501, absl::UnimplementedError("transfer-encoding: wanted chunked, found another coding"));
}

HttpResponse TooLong() {
  return ErrorResponse(431, absl::ResourceExhaustedError(absl::StrCat("wanted a head of at most ",
                                                                      kMaxHeadBytes, " bytes")));
}

HttpResponse NoRequest(const std::string& why) {
  return ErrorResponse(
      400, absl::InvalidArgumentError(absl::StrCat("wanted a request of HTTP/1.1, found: ", why)));
}

}  // namespace

struct RequestReader::Parser : http::request_parser<http::string_body> {};

RequestReader::RequestReader() { Restart(); }

RequestReader::~RequestReader() = default;

void RequestReader::Restart() {
  parser_ = std::make_unique<Parser>();
  parser_->header_limit(kMaxHeadBytes);
  // How a body that is too large is refused depends on the head.
  parser_->body_limit(std::numeric_limits<uint64_t>::max());
  head_found_ = false;
}

void RequestReader::Add(absl::string_view bytes) { unread_.append(bytes.data(), bytes.size()); }

RequestReader::Found RequestReader::Read() {
  while (true) {
    if (!head_found_ && parser_->is_header_done()) {
      head_found_ = true;
      head_ = PlainHead(parser_->get());
      return HasUnknownCoding(head_) ? Break(UnknownCoding()) : Found::kHead;
    }
    if (parser_->is_done()) {
      return Found::kBody;
    }
    if (const std::optional<Found> end = Parse(); end.has_value()) {
      return *end;
    }
  }
}

std::optional<RequestReader::Found> RequestReader::Parse() {
  if (unread_.empty()) {
    return Found::kNothing;
  }
  boost::system::error_code error;
  unread_.erase(0, parser_->put(boost::asio::buffer(unread_), error));
  if (error == http::error::need_more) {
    const bool too_long = unread_.size() > kMaxLineBytes;
    return too_long ? Break(NoRequest("a line that is too long")) : Found::kNothing;
  }
  if (error) {
    too_large_ = error == http::error::body_limit;
    return Break(error == http::error::header_limit ? TooLong() : NoRequest(error.message()));
  }
  return std::nullopt;
}

RequestReader::Found RequestReader::Break(HttpResponse refusal) {
  refusal_ = std::move(refusal);
  return Found::kBroken;
}

bool RequestReader::HasBody() const { return parser_->chunked() || BodyBytes() > 0; }

uint64_t RequestReader::BodyBytes() const { return parser_->content_length().value_or(0); }

bool RequestReader::IsHttp10() const { return parser_->get().version() == kHttp10; }

bool RequestReader::KeepsOpen() const { return !IsHttp10() && parser_->keep_alive(); }

void RequestReader::LimitBody(size_t bytes) { parser_->body_limit(bytes); }

const std::string& RequestReader::Body() const { return parser_->get().body(); }

}  // namespace kvintet::serving
