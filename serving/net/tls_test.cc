// Tests of TLS: who can connect and who cannot, and new certificates while the service runs.
#include "serving/net/tls.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "kvintet_api/v1/catalog.pb.h"
#include "serving/client.h"
#include "serving/server.h"
#include "tests/support/certificates.h"
#include "tests/support/linked_folder.h"
#include "tests/support/service/timeout.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::Authority;
using testing::IsOk;
using testing::kTimeout;
using testing::StatusIs;

// Timeout for clients that must not get in; they retry until then.
constexpr std::chrono::milliseconds kShort(1000);

// A server and a client, each trusting one certificate authority.
class TlsTest : public ::testing::Test {
 protected:
  TlsTest() {
    umask(077);
    servers_.Issue({}, Path("now/server.pem"), Path("now/server.key"));
    clients_.Write(Path("now/clients.pem"));
    servers_.Write(Path("servers.pem"));
    clients_.Issue({.common_name = "client"}, Path("client.pem"), Path("client.key"));
    config_.set_listen("127.0.0.1:0");
    TlsConfig* tls = config_.mutable_tls();
    tls->set_certificate(Path("now/server.pem"));
    tls->set_key(Path("now/server.key"));
    tls->set_client_ca(Path("now/clients.pem"));
    tls->set_refresh_seconds(1);
    good_ = {.server_ca = Path("servers.pem"),
             .certificate = Path("client.pem"),
             .key = Path("client.key")};
  }

  std::string Path(const std::string& name) const { return folder_.Path(name); }
  void Point(const std::string& name) const { folder_.Point(name); }
  void Start() {
    ASSERT_OK_AND_ASSIGN(server_, Server::Start(config_, selfplay::SearchSettings(), {}));
  }
  // Whether a client can connect and gets an answer.
  absl::Status Ask(const ClientSecurity& security, std::chrono::milliseconds time) const {
    const auto client = Client::Connect(server_->Address(), time, security);
    return client.ok()
               ? (*client)->Call<v1::ListGamesResponse>(v1::ListGamesRequest(), time).status()
               : client.status();
  }

  const testing::LinkedFolder folder_;
  const Authority servers_;
  const Authority clients_;
  ServeConfig config_;
  ClientSecurity good_;
  std::unique_ptr<Server> server_;
};

TEST_F(TlsTest, LetsInWhoIsCertified) {
  Start();
  EXPECT_THAT(Ask(good_, kTimeout), IsOk());
}

TEST_F(TlsTest, RefusesAClientWithoutACertificate) {
  Start();
  good_.certificate.clear();
  good_.key.clear();
  EXPECT_FALSE(Ask(good_, kShort).ok());
}

TEST_F(TlsTest, RefusesAClientThatDoesNotEncrypt) {
  Start();
  EXPECT_FALSE(Ask({}, kShort).ok());
}

TEST_F(TlsTest, RefusesAClientOfAnotherAuthority) {
  Start();
  Authority().Issue({.common_name = "client"}, Path("client.pem"), Path("client.key"));
  EXPECT_FALSE(Ask(good_, kShort).ok());
}

TEST_F(TlsTest, RefusesASelfSignedClient) {
  Start();
  Authority::IssueSelfSigned({.common_name = "client"}, Path("client.pem"), Path("client.key"));
  EXPECT_FALSE(Ask(good_, kShort).ok());
}

TEST_F(TlsTest, RefusesAnExpiredClient) {
  Start();
  clients_.Issue({.common_name = "client", .seconds = -60}, Path("client.pem"), Path("client.key"));
  EXPECT_FALSE(Ask(good_, kShort).ok());
}

TEST_F(TlsTest, IsNotTrustedUnderAnotherName) {
  servers_.Issue({.common_name = "elsewhere", .names = "DNS:elsewhere"}, Path("now/server.pem"),
                 Path("now/server.key"));
  Start();
  EXPECT_FALSE(Ask(good_, kShort).ok());
  good_.server_name = "elsewhere";
  EXPECT_THAT(Ask(good_, kTimeout), IsOk());
}

TEST_F(TlsTest, IsNotTrustedByAnotherAuthority) {
  Start();
  Authority().Write(Path("servers.pem"));
  EXPECT_FALSE(Ask(good_, kShort).ok());
}

// Replaces the key, the certificate and the clients' authority during calls. No call fails, and
// afterwards clients of the old authority cannot connect.
TEST_F(TlsTest, TakesNewFilesWithoutAFailedCall) {
  Start();
  std::atomic<bool> stop = false;
  std::atomic<int> calls = 0;
  std::jthread asking([&] {
    auto client = Client::Connect(server_->Address(), kTimeout, good_);
    ASSERT_THAT(client, IsOk());
    while (!stop) {
      ASSERT_THAT((*client)->Call<v1::ListGamesResponse>(v1::ListGamesRequest(), kTimeout), IsOk());
      ++calls;
    }
  });
  while (calls == 0) {
    std::this_thread::yield();
  }
  const Authority clients;
  std::filesystem::create_directory(Path("second"));
  servers_.Issue({}, Path("second/server.pem"), Path("second/server.key"));
  clients.Write(Path("second/clients.pem"));
  clients.Issue({.common_name = "new"}, Path("new.pem"), Path("new.key"));
  Point("second");
  const ClientSecurity renewed = {
      .server_ca = Path("servers.pem"), .certificate = Path("new.pem"), .key = Path("new.key")};
  EXPECT_THAT(Ask(renewed, kTimeout), IsOk());
  const int before = calls;
  while (calls == before) {
    std::this_thread::yield();
  }
  stop = true;
  asking.join();
  clients_.Issue({.common_name = "old"}, Path("client.pem"), Path("client.key"));
  EXPECT_FALSE(Ask(good_, kShort).ok());
}

TEST_F(TlsTest, StartsOnlyWithGoodFiles) {
  const TlsConfig good = config_.tls();
  EXPECT_THAT(CheckTls(good), IsOk());
  TlsConfig bad = good;
  bad.set_certificate(Path("none.pem"));
  EXPECT_THAT(CheckTls(bad), StatusIs(absl::StatusCode::kNotFound, "none.pem"));
  bad = good;
  bad.set_certificate(good.key());
  EXPECT_THAT(CheckTls(bad), StatusIs(absl::StatusCode::kFailedPrecondition, "certificate"));
  bad = good;
  bad.set_key(Path("client.key"));
  EXPECT_THAT(CheckTls(bad), StatusIs(absl::StatusCode::kFailedPrecondition, "found another"));
  bad = good;
  servers_.Issue({.seconds = -60}, Path("old.pem"), Path("old.key"));
  bad.set_certificate(Path("old.pem"));
  bad.set_key(Path("old.key"));
  EXPECT_THAT(CheckTls(bad), StatusIs(absl::StatusCode::kFailedPrecondition, "expired"));
  chmod(good.key().c_str(), 0644);
  EXPECT_THAT(CheckTls(good), StatusIs(absl::StatusCode::kFailedPrecondition, "others may read"));
  EXPECT_THAT(Server::Start(config_, selfplay::SearchSettings(), {}).status(),
              StatusIs(absl::StatusCode::kFailedPrecondition, "others may read"));
}

// Only if clients must present a certificate.
TEST_F(TlsTest, ListensToOthersOnlyWithTheirCertificates) {
  config_.set_listen("0.0.0.0:0");
  Start();
  server_.reset();
  config_.mutable_tls()->clear_client_ca();
  EXPECT_THAT(Server::Start(config_, selfplay::SearchSettings(), {}).status(),
              StatusIs(absl::StatusCode::kInvalidArgument, "client_ca"));
}

TEST_F(TlsTest, KnowsWhenACertificateEnds) {
  ASSERT_OK_AND_ASSIGN(const int64_t end, CertificateEnd(config_.tls().certificate()));
  const int64_t now = std::chrono::duration_cast<std::chrono::seconds>(
                          std::chrono::system_clock::now().time_since_epoch())
                          .count();
  EXPECT_NEAR(static_cast<double>(end - now), 3600, 600);
}

}  // namespace
}  // namespace kvintet::serving
