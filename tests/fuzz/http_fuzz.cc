// Fuzz target for requests to the HTTP door: the bytes of a connection, up to the message that
// reaches a service, and the response.
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/reports/json.h"
#include "serving/errors/refusal.h"
#include "serving/http/protocol/call_response.h"
#include "serving/http/request_reader.h"
#include "serving/http/router.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/service/inputs/sound_requests.h"

namespace kvintet::fuzz {
namespace {

namespace http = boost::beast::http;
using google::protobuf::Message;
using serving::Codec;
using serving::ConnectCall;
using serving::HttpResponse;

constexpr size_t kMaxBytes = 32768;

const serving::Router& TheRouter() {
  static const auto* router = [] {
    HttpConfig config;
    config.add_allowed_origins("https://games.example.org");
    return new serving::Router(*serving::SiteRules::Make(config, {.host = "127.0.0.1"}, false),
                               serving::StaticFiles(serving::EmbeddedPage()), [] { return true; });
  }();
  return *router;
}

// Reads a whole message, head and body; empty if it is none.
template <typename Parser>
bool Parse(std::string_view input, Parser* parser) {
  boost::system::error_code error;
  parser->eager(true);
  parser->header_limit(8192);
  parser->body_limit(kMaxBytes * 64);
  parser->put(boost::asio::buffer(input.data(), input.size()), error);
  return !error && parser->is_done();
}

// What a client reads must be a response and nothing else.
void CheckSound(const std::string& text) {
  http::response_parser<http::string_body> parser;
  KVINTET_CHECK(Parse(text, &parser));
  const std::string& body = parser.get().body();
  const auto type = parser.get()[http::field::content_type];
  if (type == "application/json" && parser.get().result_int() != 200) {
    const Json json = Json::parse(body, nullptr, false);
    KVINTET_CHECK(json.is_object() && json.contains("code"));
  }
}

// REQUIRES: `call` names an rpc.
void Answer(const ConnectCall& call, const std::string& body) {
  KVINTET_CHECK(call.rpc != nullptr);
  const absl::StatusOr<std::string> message = serving::RequestMessage(call, body, kMaxBytes);
  if (!message.ok()) {
    KVINTET_CHECK(ReasonOf(message.status()) != v1::REASON_BUG);
    CheckSound(serving::WireText(serving::Refused(call, message.status()), true, true));
    return;
  }
  const std::unique_ptr<Message> request(google::protobuf::MessageFactory::generated_factory()
                                             ->GetPrototype(call.rpc->request)
                                             ->New());
  KVINTET_CHECK(request->ParseFromString(*message));
  // The bytes of the request stand for those of a response.
  serving::CallResponse response(call);
  const absl::StatusOr<std::string> first = response.Received(*message, true);
  const std::string last = response.Ended(absl::InternalError(body), true);
  CheckSound(first.ok() ? absl::StrCat(*first, last) : last);
}

// Reads as many requests as have arrived. False if no further one can be read. `asked` is the call
// whose body comes next.
bool TryRequests(serving::RequestReader* reader, ConnectCall* asked) {
  using Found = serving::RequestReader::Found;
  for (Found found = reader->Read(); found != Found::kNothing; found = reader->Read()) {
    if (found == Found::kBroken) {
      if (!reader->IsTooLarge()) {
        CheckSound(serving::WireText(reader->Refusal(), false, true));
      }
      return false;
    }
    if (found == Found::kBody) {
      Answer(*asked, reader->Body());
      reader->Restart();
      continue;
    }
    reader->LimitBody(kMaxBytes);
    const serving::Route route = TheRouter().Find(reader->Head());
    if (const auto* response = std::get_if<HttpResponse>(&route)) {
      CheckSound(serving::WireText(*response, true, true));
      if (reader->HasBody()) {
        return false;
      }
      reader->Restart();
      continue;
    }
    *asked = std::get<ConnectCall>(route);
    KVINTET_CHECK(!absl::StrContains(asked->rpc->path, "AdminService"));
  }
  return true;
}

std::string Post(const testing::AnyMethod& method, const std::string& type,
                 const std::string& body) {
  const std::string path = absl::StrCat("/", method.service()->full_name(), "/", method.name());
  return absl::StrCat("POST ", path, " HTTP/1.1\r\nHost: localhost\r\nContent-Type: ", type,
                      "\r\nConnect-Timeout-Ms: 1000\r\nContent-Length: ", body.size(), "\r\n\r\n",
                      body);
}

}  // namespace

std::vector<std::string> SoundInputs() {
  std::vector<std::string> inputs = {
      "GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
      "GET /index.html HTTP/1.0\r\nHost: 127.0.0.1:80\r\nIf-None-Match: \"x\", *\r\n\r\n",
      "OPTIONS /kvintet.v1.RulesService/Describe HTTP/1.1\r\nHost: localhost\r\n"
      "Origin: https://games.example.org\r\nAccess-Control-Request-Method: POST\r\n\r\n",
      "POST /kvintet.v1.RulesService/Describe HTTP/1.1\r\nHost: localhost\r\n"
      "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"};
  for (const auto& [method, message] : testing::SoundRequests()) {
    std::string json;
    if (!google::protobuf::util::MessageToJsonString(*message, &json).ok()) {
      continue;
    }
    const std::string bytes = message->SerializeAsString();
    const bool streams = method->server_streaming();
    const auto body = [streams](const std::string& text) {
      return streams ? serving::Envelope(serving::EnvelopeKind::kMessage, text) : text;
    };
    const std::string type = streams ? "application/connect+" : "application/";
    inputs.push_back(Post(*method, type + "json", body(json)));
    inputs.push_back(Post(*method, type + "proto", body(bytes)));
  }
  return inputs;
}

void TryInput(std::string_view input) {
  [[maybe_unused]] static const auto* const kSilence = new google::protobuf::LogSilencer();
  serving::RequestReader reader;
  ConnectCall asked;
  // As if it had arrived in two parts.
  reader.Add({input.data(), input.size() / 2});
  if (TryRequests(&reader, &asked)) {
    reader.Add({input.data() + input.size() / 2, input.size() - input.size() / 2});
    TryRequests(&reader, &asked);
  }
}

}  // namespace kvintet::fuzz
