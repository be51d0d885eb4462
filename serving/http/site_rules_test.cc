// Tests of SiteRules: names that lead elsewhere, and pages of other sites.
#include "serving/http/site_rules.h"

#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::StatusIs;

const ListenAddress kLoopback = {.host = "127.0.0.1", .port = 8080};

HttpConfig Config(const std::vector<std::string>& hosts,
                  const std::vector<std::string>& origins = {}) {
  HttpConfig config;
  for (const std::string& host : hosts) {
    config.add_allowed_hosts(host);
  }
  for (const std::string& origin : origins) {
    config.add_allowed_origins(origin);
  }
  return config;
}

TEST(SiteRulesTest, AnswersOnLoopbackUnderItsNamesOnly) {
  const SiteRules rules = *SiteRules::Make({}, kLoopback, false);
  for (const char* host :
       {"localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080"}) {
    EXPECT_TRUE(rules.AllowsHost(host)) << host;
  }
  for (const char* host :
       {"", "example.org", "localhost.", "localhost.example.org", "127.0.0.1.nip.io", "127.0.0.2",
        "localhost:", "localhost:x", "localhost:1:2", "::1", "[::1", "user@localhost", " localhost",
        "localhost/", "[::1]x", "0.0.0.0"}) {
    EXPECT_FALSE(rules.AllowsHost(host)) << host;
  }
}

TEST(SiteRulesTest, AnswersUnderTheNamesThatItIsGiven) {
  const SiteRules rules = *SiteRules::Make(Config({"Games.Example.org"}), kLoopback, false);
  EXPECT_TRUE(rules.AllowsHost("games.example.ORG:443"));
  EXPECT_TRUE(rules.AllowsHost("localhost"));
  EXPECT_FALSE(rules.AllowsHost("example.org"));
}

TEST(SiteRulesTest, AnswersUnderTheAddressThatItListensOn) {
  const SiteRules rules = *SiteRules::Make({}, {.host = "192.0.2.1", .port = 443}, true);
  EXPECT_TRUE(rules.AllowsHost("192.0.2.1"));
  EXPECT_TRUE(rules.AllowsHost("localhost"));
  EXPECT_FALSE(rules.AllowsHost("127.0.0.1"));
  const SiteRules v6 = *SiteRules::Make({}, {.host = "2001:db8::1", .port = 443}, true);
  EXPECT_TRUE(v6.AllowsHost("[2001:DB8::1]:443"));
}

TEST(SiteRulesTest, WantsANameIfItListensOnAllAddresses) {
  for (const char* host : {"0.0.0.0", "::"}) {
    const ListenAddress all = {.host = host, .port = 443};
    EXPECT_THAT(SiteRules::Make({}, all, true).status(),
                StatusIs(absl::StatusCode::kInvalidArgument, "allowed_hosts"));
    EXPECT_FALSE(SiteRules::Make(Config({"a.example"}), all, true)->AllowsHost(all.Text()));
  }
}

TEST(SiteRulesTest, LetsItsOwnPagesCall) {
  const SiteRules plain = *SiteRules::Make({}, kLoopback, false);
  EXPECT_TRUE(plain.AllowsOrigin("http://localhost:8080", "localhost:8080"));
  // A proxy may encrypt.
  EXPECT_TRUE(plain.AllowsOrigin("https://localhost:8080", "localhost:8080"));
  for (const char* origin : {"", "null", "http://localhost", "http://localhost:8081",
                             "http://example.org", "file://localhost:8080", "localhost:8080"}) {
    EXPECT_FALSE(plain.AllowsOrigin(origin, "localhost:8080")) << origin;
  }
  const SiteRules encrypted = *SiteRules::Make({}, kLoopback, true);
  EXPECT_TRUE(encrypted.AllowsOrigin("https://localhost:8080", "localhost:8080"));
  EXPECT_FALSE(encrypted.AllowsOrigin("http://localhost:8080", "localhost:8080"));
}

TEST(SiteRulesTest, LetsPagesOfOtherSitesCallIfTheyAreListed) {
  const SiteRules rules =
      *SiteRules::Make(Config({}, {"https://games.example.org"}), kLoopback, false);
  EXPECT_TRUE(rules.AllowsOrigin("https://games.example.org", "localhost"));
  for (const char* origin : {"http://games.example.org", "https://games.example.org:8443",
                             "https://games.example.org.evil", "https://x.games.example.org"}) {
    EXPECT_FALSE(rules.AllowsOrigin(origin, "localhost")) << origin;
  }
}

TEST(SiteRulesTest, RefusesHostsAndOriginsThatAreNone) {
  for (const char* host : {"", "*", "a b", "example.org:443", "https://example.org", "a/b"}) {
    EXPECT_THAT(SiteRules::Make(Config({host}), kLoopback, false).status(),
                StatusIs(absl::StatusCode::kInvalidArgument, "allowed_hosts"))
        << host;
  }
  for (const char* origin : {"", "*", "null", "example.org", "https://", "https://example.org/",
                             "https://Example.org", "ftp://example.org"}) {
    EXPECT_THAT(SiteRules::Make(Config({}, {origin}), kLoopback, false).status(),
                StatusIs(absl::StatusCode::kInvalidArgument, "allowed_origins"))
        << origin;
  }
}

}  // namespace
}  // namespace kvintet::serving
