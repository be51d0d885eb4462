// HttpRequest, HttpResponse: messages of HTTP/1.1 as plain data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace kvintet::serving {

// Names, in lower case, and values, in the order in which they were sent.
using HttpFields = std::vector<std::pair<std::string, std::string>>;

// The head of a request.
struct HttpRequest {
  // "POST"
  std::string method = {};
  // As it was sent: "/health?now".
  std::string target = {};
  HttpFields fields = {};

  // The value of the first field of that name; empty if there is none.
  absl::string_view Field(absl::string_view name) const {
    for (const auto& [own, value] : fields) {
      if (own == name) {
        return value;
      }
    }
    return {};
  }
  // How many fields have that name.
  int Count(absl::string_view name) const {
    int count = 0;
    for (const auto& field : fields) {
      count += field.first == name ? 1 : 0;
    }
    return count;
  }
};

// A response. Its length, and whether the connection stays open, are added when it is sent.
struct HttpResponse {
  int code = 200;
  HttpFields fields = {};
  std::string body = {};
};

// Its head on the wire, without the empty line at its end. REQUIRES: no field has a line break.
std::string HeadText(const HttpResponse& response);

// The whole response on the wire. The response to a HEAD request has no body.
std::string WireText(const HttpResponse& response, bool keep_alive, bool with_body);

}  // namespace kvintet::serving
