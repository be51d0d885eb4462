// HttpResponse: see the header.
#include "serving/http/protocol/http_message.h"

#include "absl/strings/str_cat.h"

namespace kvintet::serving {
namespace {

const char* ReasonPhrase(int code) {
  switch (code) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 499:
      return "Client Closed Request";
    default:
      return code < 400 ? "OK" : code < 500 ? "Refused" : "Failed";
  }
}

}  // namespace

std::string HeadText(const HttpResponse& response) {
  std::string text =
      absl::StrCat("HTTP/1.1 ", response.code, " ", ReasonPhrase(response.code), "\r\n");
  for (const auto& [name, value] : response.fields) {
    absl::StrAppend(&text, name, ": ", value, "\r\n");
  }
  return text;
}

std::string WireText(const HttpResponse& response, bool keep_alive, bool with_body) {
  std::string text = HeadText(response);
  if (response.code != 204 && response.code != 304) {
    absl::StrAppend(&text, "content-length: ", response.body.size(), "\r\n");
  }
  absl::StrAppend(&text, keep_alive ? "" : "connection: close\r\n", "\r\n",
                  with_body ? response.body : "");
  return text;
}

}  // namespace kvintet::serving
