// Router: see the header.
#include "serving/http/router.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

constexpr char kHealth[] = "/health";
// What pages of other sites may send: the fields of the protocol, and tokens.
constexpr char kAllowedFields[] =
    "authorization, connect-protocol-version, connect-timeout-ms, content-type";
constexpr char kPreflightSeconds[] = "7200";

HttpResponse Text(int code, const std::string& text) {
  return {.code = code,
          .fields = {{"content-type", "text/plain; charset=utf-8"}, {"cache-control", "no-store"}},
          .body = text};
}

HttpResponse MethodRefusal(const std::string& allowed) {
  HttpResponse response = Text(405, absl::StrCat("wanted ", allowed, "\n"));
  response.fields.emplace_back("allow", allowed);
  return response;
}

HttpResponse NotAllowed(absl::string_view text) {
  return ErrorResponse(403, absl::PermissionDeniedError(text));
}

// The answer to a browser that asks what a page of an allowed origin may send.
HttpResponse Preflight() {
  return {.code = 204,
          .fields = {{"access-control-allow-methods", "GET, POST"},
                     {"access-control-allow-headers", kAllowedFields},
                     {"access-control-max-age", kPreflightSeconds}}};
}

void Append(const HttpFields& more, HttpFields* fields) {
  fields->insert(fields->end(), more.begin(), more.end());
}

}  // namespace

Router::Router(SiteRules sites, std::optional<StaticFiles> page, std::function<bool()> healthy)
    : sites_(std::move(sites)), page_(std::move(page)), healthy_(std::move(healthy)) {}

std::optional<HttpResponse> Router::Refuse(const HttpRequest& request) const {
  if (request.Count("host") != 1) {
    return ErrorResponse(400, absl::InvalidArgumentError(absl::StrCat(
                                  "wanted one field 'host', found ", request.Count("host"))));
  }
  if (!absl::StartsWith(request.target, "/")) {
    return ErrorResponse(400, absl::InvalidArgumentError("wanted a target that begins with '/'"));
  }
  const absl::string_view host = request.Field("host");
  if (!sites_.AllowsHost(host)) {
    return NotAllowed(
        absl::StrCat("host: '", host, "' is not a name of this service (http.allowed_hosts)"));
  }
  if (request.Count("origin") > 0 &&
      (request.Count("origin") != 1 || !sites_.AllowsOrigin(request.Field("origin"), host))) {
    return NotAllowed(absl::StrCat("origin: pages of '", request.Field("origin"),
                                   "' may not call this service (http.allowed_origins)"));
  }
  return std::nullopt;
}

Route Router::Find(const HttpRequest& request) const {
  const std::string path = request.target.substr(0, request.target.find('?'));
  HttpFields more = {{"x-content-type-options", "nosniff"}};
  Route route;
  // Says nothing that a page of another site could want, and checkers use any name.
  if (path == kHealth) {
    const bool read = request.method == "GET" || request.method == "HEAD";
    route = !read        ? MethodRefusal("GET, HEAD")
            : healthy_() ? Text(200, "ok\n")
                         : Text(503, "not serving\n");
  } else if (std::optional<HttpResponse> refused = Refuse(request)) {
    route = *std::move(refused);
  } else {
    route = FindAllowed(request, path);
    if (request.Count("origin") > 0) {
      Append({{"access-control-allow-origin", std::string(request.Field("origin"))},
              {"vary", "origin"}},
             &more);
    }
  }
  if (auto* call = std::get_if<ConnectCall>(&route)) {
    call->more = more;
  } else {
    Append(more, &std::get<HttpResponse>(route).fields);
  }
  return route;
}

Route Router::FindAllowed(const HttpRequest& request, const std::string& path) const {
  if (request.method == "OPTIONS" && request.Count("origin") > 0 &&
      request.Count("access-control-request-method") > 0) {
    return Preflight();
  }
  if (const Rpc* rpc = rpcs_.Find(path)) {
    return ReadConnectCall(*rpc, request);
  }
  const bool read = request.method == "GET" || request.method == "HEAD";
  if (page_ && read) {
    return page_->Answer(path, request);
  }
  if (request.method == "POST" || read) {
    return ErrorResponse(404, absl::UnimplementedError(absl::StrCat(
                                  "there is no method at this path; wanted one such as "
                                  "/kvintet.v1.CatalogService/ListGames")));
  }
  return MethodRefusal(page_ ? "GET, HEAD, POST" : "POST");
}

}  // namespace kvintet::serving
