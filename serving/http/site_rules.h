// SiteRules: under which names the HTTP door answers, and which sites' pages may call it.
//
// A page of any site can make a browser send requests to a service on loopback or in a closed
// network, and a name of that site may be made to lead there. So requests for other names are
// refused (DNS rebinding), and so are those that come from pages of other sites.
#pragma once

#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include "proto/serve_config.pb.h"
#include "serving/net/address.h"

namespace kvintet::serving {

// Immutable.
class SiteRules {
 public:
  // InvalidArgument for a host or an origin that is none, or if no host is given although the
  // address is all of the machine's.
  static absl::StatusOr<SiteRules> Make(const HttpConfig& config, const ListenAddress& address,
                                        bool encrypted);

  // Whether a request may have this value of the field Host: "localhost:8080".
  bool AllowsHost(absl::string_view host) const;
  // Whether a page of this origin may call the service under the name `host`: the service's own
  // pages, and those of allowed_origins. REQUIRES: AllowsHost(host).
  bool AllowsOrigin(absl::string_view origin, absl::string_view host) const;

 private:
  SiteRules() = default;

  // In lower case, without ports.
  std::set<std::string, std::less<>> hosts_;
  std::set<std::string, std::less<>> origins_;
  bool encrypted_ = false;
};

}  // namespace kvintet::serving
