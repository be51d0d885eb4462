// ConnectCall: see the header.
#include "serving/http/protocol/connect_call.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "serving/errors/refusal.h"
#include "serving/http/protocol/connect_error.h"
#include "serving/net/metadata.h"

namespace kvintet::serving {
namespace {

constexpr size_t kMaxTimeoutDigits = 10;

struct ContentType {
  const char* name;
  Codec codec;
  bool stream;
};
constexpr ContentType kContentTypes[] = {{"application/json", Codec::kJson, false},
                                         {"application/proto", Codec::kProto, false},
                                         {"application/connect+json", Codec::kJson, true},
                                         {"application/connect+proto", Codec::kProto, true}};

const char* ContentTypeOf(const ConnectCall& call) {
  return std::ranges::find_if(kContentTypes,
                              [&](const ContentType& type) {
                                return type.codec == call.codec && type.stream == call.rpc->streams;
                              })
      ->name;
}

// "application/json; charset=utf-8" is a content type of a unary call. Other parameters are not
// known.
std::optional<Codec> CodecOf(absl::string_view field, bool streams) {
  const std::pair<absl::string_view, absl::string_view> split =
      absl::StrSplit(field, absl::MaxSplits(';', 1));
  const absl::string_view parameter = absl::StripAsciiWhitespace(split.second);
  if (!parameter.empty() && !absl::EqualsIgnoreCase(parameter, "charset=utf-8")) {
    return std::nullopt;
  }
  for (const ContentType& type : kContentTypes) {
    if (type.stream == streams &&
        absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(split.first), type.name)) {
      return type.codec;
    }
  }
  return std::nullopt;
}

absl::Status CheckEncoding(absl::string_view field, absl::string_view name) {
  if (field.empty() || absl::EqualsIgnoreCase(field, "identity")) {
    return absl::OkStatus();
  }
  return absl::UnimplementedError(
      absl::StrCat(name, ": wanted 'identity', which alone is accepted, found '", field, "'"));
}

absl::StatusOr<std::optional<std::chrono::milliseconds>> TimeoutOf(absl::string_view field) {
  if (field.empty()) {
    return std::nullopt;
  }
  int64_t number = 0;
  const bool digits = std::ranges::all_of(
      field, [](char letter) { return absl::ascii_isdigit(static_cast<unsigned char>(letter)); });
  if (!digits || field.size() > kMaxTimeoutDigits || !absl::SimpleAtoi(field, &number)) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("connect-timeout-ms: wanted 1 to 10 digits, found '", field, "'"));
  }
  return std::chrono::milliseconds(number);
}

absl::Status CheckProtocol(const Rpc& rpc, const HttpRequest& request) {
  const absl::string_view version = request.Field("connect-protocol-version");
  if (!version.empty() && version != "1") {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("connect-protocol-version: wanted 1, found '", version, "'"));
  }
  // Queries are written to logs and histories, where no move or token may be.
  if (absl::StrContains(request.target, '?')) {
    return Refusal(v1::REASON_BAD_FIELD,
                   "wanted a path without a query: requests are sent in the "
                   "body, and tokens in fields of the head or the body");
  }
  const char* const encoding = rpc.streams ? "connect-content-encoding" : "content-encoding";
  return CheckEncoding(request.Field(encoding), encoding);
}

HttpResponse WrongMethod() {
  HttpResponse response = ErrorResponse(405, absl::UnimplementedError("wanted the method POST"));
  response.fields.emplace_back("allow", "POST");
  return response;
}

HttpResponse WrongContentType(const Rpc& rpc, absl::string_view found) {
  const char* const wanted = rpc.streams ? "application/connect+json or application/connect+proto"
                                         : "application/json or application/proto";
  HttpResponse response = ErrorResponse(
      415, absl::InvalidArgumentError(absl::StrCat("content-type: wanted ", wanted, " for ",
                                                   rpc.path, ", found '", found, "'")));
  response.fields.emplace_back("accept-post", rpc.streams ? "application/connect+json, "
                                                            "application/connect+proto"
                                                          : "application/json, application/proto");
  return response;
}

}  // namespace

std::variant<ConnectCall, HttpResponse> ReadConnectCall(const Rpc& rpc,
                                                        const HttpRequest& request) {
  if (request.method != "POST") {
    return WrongMethod();
  }
  const absl::string_view type = request.Field("content-type");
  const std::optional<Codec> codec = CodecOf(type, rpc.streams);
  if (!codec) {
    return WrongContentType(rpc, type);
  }
  ConnectCall call = {
      .rpc = &rpc, .codec = *codec, .authorization = std::string(request.Field("authorization"))};
  if (const absl::Status protocol = CheckProtocol(rpc, request); !protocol.ok()) {
    HttpResponse response = Refused(call, protocol);
    if (absl::IsUnimplemented(protocol)) {
      response.fields.emplace_back(rpc.streams ? "connect-accept-encoding" : "accept-encoding",
                                   "identity");
    }
    return response;
  }
  if (!IsMetadataText(call.authorization)) {
    return Refused(call, Refusal(v1::REASON_BAD_TOKEN,
                                 "authorization: wanted printable ASCII characters, found others"));
  }
  const auto timeout = TimeoutOf(request.Field("connect-timeout-ms"));
  if (!timeout.ok()) {
    return Refused(call, timeout.status());
  }
  call.timeout = *timeout;
  if (call.timeout == std::chrono::milliseconds(0)) {
    return Refused(call, Refusal(v1::REASON_LATE, "connect-timeout-ms: the deadline has passed"));
  }
  return call;
}

absl::Status TooLarge(size_t max_bytes) {
  return Refusal(v1::REASON_TOO_LARGE,
                 absl::StrCat("request: wanted at most ", max_bytes, " bytes, found more"));
}

absl::StatusOr<std::string> RequestMessage(const ConnectCall& call, const std::string& body,
                                           size_t max_bytes) {
  std::string text = body;
  if (call.rpc->streams) {
    KVINTET_ASSIGN_OR_RETURN(text, OpenEnvelope(body));
  }
  if (text.size() > max_bytes) {
    return TooLarge(max_bytes);
  }
  return ReadMessage(call.codec, *call.rpc->request, text);
}

HttpResponse UnaryResponse(const ConnectCall& call, const absl::StatusOr<std::string>& message) {
  absl::StatusOr<std::string> text =
      message.ok() ? WriteMessage(call.codec, *call.rpc->response, *message) : message;
  HttpResponse response;
  if (text.ok()) {
    response.fields = {{"content-type", ContentTypeOf(call)}, {"cache-control", "no-store"}};
    response.body = *std::move(text);
  } else {
    response = ErrorResponse(HttpCodeOf(text.status().code()), text.status());
  }
  response.fields.insert(response.fields.end(), call.more.begin(), call.more.end());
  return response;
}

HttpResponse StreamHead(const ConnectCall& call) {
  HttpResponse response = {
      .fields = {{"content-type", ContentTypeOf(call)}, {"cache-control", "no-store"}}};
  response.fields.insert(response.fields.end(), call.more.begin(), call.more.end());
  return response;
}

absl::StatusOr<std::string> StreamMessage(const ConnectCall& call, const std::string& message) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text,
                           WriteMessage(call.codec, *call.rpc->response, message));
  return Envelope(EnvelopeKind::kMessage, text);
}

std::string StreamEnd(const absl::Status& status) {
  return Envelope(EnvelopeKind::kEnd, EndJson(status));
}

HttpResponse Refused(const ConnectCall& call, const absl::Status& error) {
  if (!call.rpc->streams) {
    return UnaryResponse(call, error);
  }
  HttpResponse response = StreamHead(call);
  response.body = StreamEnd(error);
  return response;
}

HttpResponse ErrorResponse(int code, const absl::Status& error) {
  return {.code = code,
          .fields = {{"content-type", "application/json"}, {"cache-control", "no-store"}},
          .body = ErrorJson(error)};
}

}  // namespace kvintet::serving
