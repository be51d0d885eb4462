// SiteRules: see the header.
#include "serving/http/site_rules.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

// Names have letters, digits, '.', '-' and '_'; numeric addresses of IPv6 have '[', ':' and ']'.
bool IsHost(absl::string_view text) {
  const bool numeric = absl::StartsWith(text, "[") && absl::EndsWith(text, "]");
  return !text.empty() && std::ranges::all_of(text, [numeric](char letter) {
    return absl::ascii_isalnum(static_cast<unsigned char>(letter)) || letter == '.' ||
           letter == '-' || letter == '_' ||
           (numeric && (letter == ':' || letter == '[' || letter == ']'));
  });
}

// "localhost" for "LOCALHOST:8080"; empty if it is no host with or without a port.
std::string HostWithoutPort(absl::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon != absl::string_view::npos && text.find(']', colon) == absl::string_view::npos) {
    const absl::string_view port = text.substr(colon + 1);
    const bool digits = !port.empty() && std::ranges::all_of(port, [](char letter) {
      return absl::ascii_isdigit(static_cast<unsigned char>(letter));
    });
    if (!digits) {
      return "";
    }
    text = text.substr(0, colon);
  }
  return IsHost(text) ? absl::AsciiStrToLower(text) : "";
}

absl::Status CheckOrigin(const std::string& origin) {
  absl::string_view host = origin;
  if ((absl::ConsumePrefix(&host, "https://") || absl::ConsumePrefix(&host, "http://")) &&
      !HostWithoutPort(host).empty() && absl::AsciiStrToLower(origin) == origin) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "http.allowed_origins: wanted an origin such as 'https://games.example.org', in lower case "
      "and without a path, found '",
      origin, "'"));
}

bool IsAllAddresses(const ListenAddress& address) {
  return address.host == "0.0.0.0" || address.host == "::";
}

}  // namespace

absl::StatusOr<SiteRules> SiteRules::Make(const HttpConfig& config, const ListenAddress& address,
                                          bool encrypted) {
  SiteRules rules;
  rules.encrypted_ = encrypted;
  if (IsAllAddresses(address) && config.allowed_hosts().empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "http.allowed_hosts: wanted the names of the service, since it listens on all addresses (",
        address.Text(), "), found none"));
  }
  rules.hosts_ = {"localhost"};
  if (address.IsLocal()) {
    rules.hosts_.insert({"127.0.0.1", "[::1]"});
  }
  if (address.path.empty() && !IsAllAddresses(address)) {
    rules.hosts_.insert(HostWithoutPort(address.Text()));
  }
  for (const std::string& host : config.allowed_hosts()) {
    if (!IsHost(host)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "http.allowed_hosts: wanted a name without a port, such as 'games.example.org', found '",
          host, "'"));
    }
    rules.hosts_.insert(absl::AsciiStrToLower(host));
  }
  for (const std::string& origin : config.allowed_origins()) {
    KVINTET_RETURN_IF_ERROR(CheckOrigin(origin));
    rules.origins_.insert(origin);
  }
  return rules;
}

bool SiteRules::AllowsHost(absl::string_view host) const {
  return hosts_.contains(HostWithoutPort(host));
}

bool SiteRules::AllowsOrigin(absl::string_view origin, absl::string_view host) const {
  if (origins_.contains(std::string_view(origin.data(), origin.size()))) {
    return true;
  }
  absl::string_view own = origin;
  // Without TLS of our own, a proxy may encrypt.
  const bool scheme = absl::ConsumePrefix(&own, "https://") ||
                      (!encrypted_ && absl::ConsumePrefix(&own, "http://"));
  return scheme && absl::EqualsIgnoreCase(own, host);
}

}  // namespace kvintet::serving
