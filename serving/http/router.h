// Router: what a request to the HTTP door asks for: a call, a file of the page, or the health.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "serving/http/protocol/connect_call.h"
#include "serving/http/protocol/http_message.h"
#include "serving/http/protocol/rpc_table.h"
#include "serving/http/site_rules.h"
#include "serving/http/static_files.h"

namespace kvintet::serving {

// A call that is to be made, or the response.
using Route = std::variant<ConnectCall, HttpResponse>;

// Thread-safe if `healthy` is.
class Router {
 public:
  // `page` is empty if there is no page; `healthy` says whether the service works.
  Router(SiteRules sites, std::optional<StaticFiles> page, std::function<bool()> healthy);

  // Decides by the head of a request. Every response has X-Content-Type-Options.
  Route Find(const HttpRequest& request) const;

 private:
  // Why the request may not be answered, if it may not.
  std::optional<HttpResponse> Refuse(const HttpRequest& request) const;
  Route FindAllowed(const HttpRequest& request, const std::string& path) const;

  const RpcTable rpcs_;
  const SiteRules sites_;
  const std::optional<StaticFiles> page_;
  const std::function<bool()> healthy_;
};

}  // namespace kvintet::serving
