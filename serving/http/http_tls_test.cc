// Tests of the HTTP door with TLS: who can connect, and new certificates while it runs.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "serving/http/tls_files.h"
#include "serving/server.h"
#include "tests/support/certificates.h"
#include "tests/support/http_client.h"
#include "tests/support/linked_folder.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::Authority;
using testing::StatusIs;

const std::string kRequest = testing::HttpPost("/kvintet.v1.CatalogService/ListModels",
                                               "application/json", "{}", "Connection: close\r\n");

class HttpTlsTest : public ::testing::Test {
 protected:
  HttpTlsTest() {
    umask(077);
    servers_.Issue({}, Path("now/server.pem"), Path("now/server.key"));
    servers_.Write(Path("servers.pem"));
    config_.set_listen("unix:" + Path("grpc"));
    config_.mutable_http()->set_listen("127.0.0.1:0");
    config_.mutable_tls()->set_certificate(Path("now/server.pem"));
    config_.mutable_tls()->set_key(Path("now/server.key"));
    config_.mutable_tls()->set_refresh_seconds(1);
  }

  std::string Path(const std::string& name) const { return folder_.Path(name); }
  void Point(const std::string& name) const { folder_.Point(name); }
  void Start() {
    ASSERT_OK_AND_ASSIGN(server_, Server::Start(config_, selfplay::SearchSettings(), {}));
    where_ = testing::AddressIn(server_->HttpAddress(), "https");
  }
  // What a client that trusts `authority` gets in answer to the request; empty if it cannot
  // connect. It presents the certificate NAME.pem if it has a name.
  std::string Ask(const std::string& authority, const std::string& name = "") const {
    const testing::HttpClient connection(where_);
    fcntl(connection.Descriptor(), F_SETFL, 0);
    SSL_CTX* context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_load_verify_locations(context, Path(authority).c_str(), nullptr);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    if (!name.empty()) {
      SSL_CTX_use_certificate_file(context, Path(name + ".pem").c_str(), SSL_FILETYPE_PEM);
      SSL_CTX_use_PrivateKey_file(context, Path(name + ".key").c_str(), SSL_FILETYPE_PEM);
    }
    SSL* ssl = SSL_new(context);
    SSL_set_fd(ssl, connection.Descriptor());
    std::string answer;
    if (SSL_connect(ssl) == 1 &&
        SSL_write(ssl, kRequest.data(), static_cast<int>(kRequest.size())) > 0) {
      char part[4096];
      for (int bytes = 0; (bytes = SSL_read(ssl, part, sizeof part)) > 0;) {
        answer.append(part, static_cast<size_t>(bytes));
      }
    }
    SSL_free(ssl);
    SSL_CTX_free(context);
    return answer;
  }
  static bool IsAnswer(const std::string& text) {
    return text.starts_with("HTTP/1.1 200") && text.ends_with("}");
  }

  const testing::LinkedFolder folder_;
  const Authority servers_;
  ServeConfig config_;
  std::unique_ptr<Server> server_;
  ListenAddress where_;
};

TEST_F(HttpTlsTest, IsTrustedByWhoKnowsItsAuthority) {
  Start();
  EXPECT_TRUE(IsAnswer(Ask("servers.pem")));
  const Authority others;
  others.Write(Path("others.pem"));
  EXPECT_EQ(Ask("others.pem"), "");
}

TEST_F(HttpTlsTest, AnswersNobodyWithoutEncryption) {
  Start();
  testing::HttpClient plain(where_);
  EXPECT_EQ(plain.Ask(kRequest).code, 0);
}

TEST_F(HttpTlsTest, WantsTheCertificatesOfClientsIfToldTo) {
  const Authority clients;
  clients.Write(Path("clients.pem"));
  clients.Issue({.common_name = "client"}, Path("client.pem"), Path("client.key"));
  Authority().Issue({.common_name = "client"}, Path("other.pem"), Path("other.key"));
  config_.mutable_tls()->set_client_ca(Path("clients.pem"));
  Start();
  EXPECT_TRUE(IsAnswer(Ask("servers.pem", "client")));
  EXPECT_EQ(Ask("servers.pem", "other"), "");
  EXPECT_EQ(Ask("servers.pem"), "");
}

TEST_F(HttpTlsTest, TakesNewFilesForNewConnections) {
  Start();
  const Authority renewed;
  renewed.Write(Path("renewed.pem"));
  std::filesystem::create_directory(Path("second"));
  renewed.Issue({}, Path("second/server.pem"), Path("second/server.key"));
  Point("second");
  while (!IsAnswer(Ask("renewed.pem"))) {
    std::this_thread::yield();
  }
  EXPECT_EQ(Ask("servers.pem"), "");
}

TEST_F(HttpTlsTest, KeepsItsFilesUntilThereAreGoodOnes) {
  ASSERT_OK_AND_ASSIGN(TlsFiles files, TlsFiles::Read(config_.tls()));
  const auto first = files.Current();
  EXPECT_THAT(files.Refresh(), testing::IsOk());
  EXPECT_EQ(files.Current(), first);
  std::filesystem::create_directory(Path("second"));
  servers_.Issue({}, Path("second/server.pem"), Path("second/server.key"));
  std::filesystem::remove(Path("second/server.key"));
  std::filesystem::copy_file(Path("first/server.key"), Path("second/server.key"));
  Point("second");
  EXPECT_THAT(files.Refresh(), StatusIs(absl::StatusCode::kFailedPrecondition, "found another"));
  EXPECT_EQ(files.Current(), first);
  servers_.Issue({}, Path("second/server.pem"), Path("second/server.key"));
  EXPECT_THAT(files.Refresh(), testing::IsOk());
  EXPECT_NE(files.Current(), first);
}

TEST_F(HttpTlsTest, StartsOnlyWithGoodFiles) {
  config_.mutable_tls()->set_key(Path("servers.pem"));
  EXPECT_THAT(Server::Start(config_, selfplay::SearchSettings(), {}).status(),
              StatusIs(absl::StatusCode::kFailedPrecondition, "servers.pem"));
}

}  // namespace
}  // namespace kvintet::serving
