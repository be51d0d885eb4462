// Tests of the service over HTTP: the same answers, errors, tokens and quotas as over gRPC.
#include <google/protobuf/util/json_util.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/files/sha256.h"
#include "kvintet_api/v1/analysis.grpc.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "serving/calls/caller_address.h"
#include "serving/client.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"
#include "serving/http/protocol/codec.h"
#include "serving/server.h"
#include "tests/support/http_client.h"
#include "tests/support/http_get.h"
#include "tests/support/service/timeout.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using testing::HttpClient;
using testing::HttpPost;
using testing::HttpReply;
using testing::IsOk;
using testing::kTimeout;

const std::string kJson = "application/json";
const std::string kEvaluate = "/kvintet.v1.AnalysisService/Evaluate";
const std::string kAnalyze = "/kvintet.v1.AnalysisService/Analyze";
const std::string kStart = R"({"states": [{"game": "tic_tac_toe"}, {"game": "tic_tac_toe"}]})";
// A search that goes on until it is told to stop.
const std::string kLongSearch =
    Envelope(EnvelopeKind::kMessage, R"({"state": {"game": "tic_tac_toe"}, "reportEveryMs": 50})");

class HttpServiceTest : public ::testing::Test {
 protected:
  HttpServiceTest() {
    config_.set_listen("127.0.0.1:0");
    config_.set_metrics("127.0.0.1:0");
    config_.set_probe_ms(0);
    config_.mutable_http()->set_listen("127.0.0.1:0");
  }
  void Start() {
    ASSERT_OK_AND_ASSIGN(
        server_, Server::Start(config_, selfplay::SearchSettings(), {}, {.quotas = quotas_}));
    where_ = testing::AddressIn(server_->HttpAddress(), "http");
  }
  HttpReply Ask(const std::string& path, const std::string& body, const std::string& more = "") {
    return HttpClient(where_).Ask(HttpPost(path, kJson, body, more));
  }
  static std::string ReasonIn(const HttpReply& reply) {
    const size_t at = reply.body.find("\"reason\":\"");
    return at == std::string::npos
               ? ""
               : reply.body.substr(at + 10, reply.body.find('"', at + 10) - at - 10);
  }
  // Each caller may evaluate once, since the two positions of a request overdraw its bucket.
  void LimitEvaluations() {
    quotas_.mutable_each()->set_evaluations_per_second(0.001);
    quotas_.mutable_each()->set_evaluations_burst(1);
  }
  // An evaluation over gRPC by a client that names another address.
  absl::Status EvaluateAs(const std::string& address) {
    const auto channel =
        grpc::CreateChannel(server_->Address(), grpc::InsecureChannelCredentials());
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kTimeout);
    context.AddMetadata(kCallerAddress, address);
    v1::EvaluateRequest request;
    request.add_states()->set_game("tic_tac_toe");
    request.add_states()->set_game("tic_tac_toe");
    v1::EvaluateResponse response;
    return FromGrpcStatus(
        v1::AnalysisService::Stub(channel).Evaluate(&context, request, &response));
  }

  ServeConfig config_;
  Quotas quotas_;
  std::unique_ptr<Server> server_;
  ListenAddress where_;
};

TEST_F(HttpServiceTest, AnswersAsOverGrpc) {
  Start();
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Client> client,
                       Client::Connect(server_->Address(), kTimeout));
  ASSERT_OK_AND_ASSIGN(const v1::ListGamesResponse wanted,
                       client->Call<v1::ListGamesResponse>(v1::ListGamesRequest(), kTimeout));
  const HttpReply json = Ask("/kvintet.v1.CatalogService/ListGames", "{}");
  v1::ListGamesResponse found;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(json.body, &found).ok());
  EXPECT_EQ(found.SerializeAsString(), wanted.SerializeAsString());
  const HttpReply proto = HttpClient(where_).Ask(
      HttpPost("/kvintet.v1.CatalogService/ListGames", "application/proto", ""));
  EXPECT_EQ(proto.body, wanted.SerializeAsString());
}

TEST_F(HttpServiceTest, CountsTheConnectionsOfABrowserAsOneClient) {
  config_.set_max_connections_per_address(2);
  Start();
  // A browser opens up to six connections to a host.
  std::vector<std::unique_ptr<HttpClient>> connections;
  for (int i = 0; i < 12; ++i) {
    connections.push_back(std::make_unique<HttpClient>(where_));
    EXPECT_EQ(connections.back()->Ask(HttpPost(kEvaluate, kJson, kStart)).code, 200)
        << "connection " << i;
  }
}

TEST_F(HttpServiceTest, AnswersWithStreamsInBothForms) {
  Start();
  const HttpReply json = HttpClient(where_).Ask(HttpPost(
      kAnalyze, "application/connect+json",
      Envelope(EnvelopeKind::kMessage, R"({"state": {"game": "tic_tac_toe"}, "simulations": 8})")));
  EXPECT_EQ(json.code, 200);
  EXPECT_THAT(json.body, HasSubstr("\"evaluations\""));
  EXPECT_TRUE(json.body.ends_with(Envelope(EnvelopeKind::kEnd, "{}")));
  v1::AnalyzeRequest request;
  request.mutable_state()->set_game("tic_tac_toe");
  request.set_simulations(8);
  const HttpReply proto = HttpClient(where_).Ask(
      HttpPost(kAnalyze, "application/connect+proto",
               Envelope(EnvelopeKind::kMessage, request.SerializeAsString())));
  EXPECT_TRUE(proto.body.ends_with(Envelope(EnvelopeKind::kEnd, "{}")));
}

TEST_F(HttpServiceTest, RefusesAsOverGrpc) {
  Start();
  const HttpReply unknown =
      Ask("/kvintet.v1.RulesService/Describe", R"({"state": {"game": "chess"}})");
  EXPECT_EQ(unknown.code, 404);
  EXPECT_EQ(ReasonIn(unknown), "UNKNOWN_GAME");
  EXPECT_THAT(unknown.body, HasSubstr("chess"));
  const HttpReply stream = HttpClient(where_).Ask(
      HttpPost(kAnalyze, "application/connect+json", Envelope(EnvelopeKind::kMessage, "{}")));
  EXPECT_EQ(stream.code, 200);
  EXPECT_THAT(stream.body, HasSubstr("BAD_FIELD"));
  const HttpReply matches = Ask("/kvintet.v1.MatchService/GetMatch", R"({"match": "x"})");
  EXPECT_EQ(ReasonIn(matches), "NO_MATCHES");
  const HttpReply tournaments = Ask("/kvintet.v1.TournamentService/ListTournaments", "{}");
  EXPECT_EQ(ReasonIn(tournaments), "NO_MATCHES");
  const HttpReply late = Ask(kEvaluate, kStart, "Connect-Timeout-Ms: 0\r\n");
  EXPECT_EQ(late.code, 504);
  EXPECT_EQ(ReasonIn(late), "LATE");
}

TEST_F(HttpServiceTest, KnowsCallersByTheirTokens) {
  const testing::TempDir folder;
  std::ofstream(folder.Path("tokens")) << "ann player " << Sha256Hex("secret") << "\n";
  std::filesystem::permissions(folder.Path("tokens"), std::filesystem::perms::owner_read);
  config_.set_tokens(folder.Path("tokens"));
  config_.set_call_log(folder.Path("log"));
  Start();
  EXPECT_EQ(Ask("/kvintet.v1.CatalogService/ListGames", "{}").code, 200);
  EXPECT_EQ(ReasonIn(Ask(kEvaluate, kStart)), "BAD_TOKEN");
  EXPECT_EQ(Ask(kEvaluate, kStart).code, 401);
  EXPECT_EQ(Ask(kEvaluate, kStart, "Authorization: Bearer wrong\r\n").code, 401);
  EXPECT_EQ(Ask(kEvaluate, kStart, "Authorization: Bearer secret\r\n").code, 200);
}

// gRPC aborts if it is given such bytes as metadata.
TEST_F(HttpServiceTest, RefusesTokensThatGrpcCannotCarry) {
  Start();
  for (const std::string token : {"caf\xe9", "\x80", "a\tb", "\x7f"}) {
    const HttpReply reply = Ask("/kvintet.v1.CatalogService/ListGames", "{}",
                                "Authorization: Bearer " + token + "\r\n");
    EXPECT_TRUE(reply.code == 401 || reply.code == 400) << reply.head;
  }
  EXPECT_EQ(
      Ask("/kvintet.v1.CatalogService/ListGames", "{}", "Authorization: Bearer caf\xe9\r\n").code,
      401);
  EXPECT_THAT(Client::Connect(server_->Address(), kTimeout, {.token = "caf\xe9"}),
              testing::StatusIs(absl::StatusCode::kInvalidArgument, "token: wanted printable"));
  EXPECT_EQ(Ask("/kvintet.v1.CatalogService/ListGames", "{}").code, 200);
}

TEST_F(HttpServiceTest, CountsWhatEachAddressUses) {
  LimitEvaluations();
  Start();
  const std::string request = HttpPost(kEvaluate, kJson, kStart);
  EXPECT_EQ(HttpClient(where_.port, 1).Ask(request).code, 200);
  const HttpReply refused = HttpClient(where_.port, 1).Ask(request);
  EXPECT_EQ(refused.code, 429);
  EXPECT_EQ(ReasonIn(refused), "QUOTA");
  EXPECT_EQ(HttpClient(where_.port, 2).Ask(request).code, 200);
}

TEST_F(HttpServiceTest, CountsACallerOfBothDoorsOnce) {
  LimitEvaluations();
  Start();
  EXPECT_EQ(HttpClient(where_.port, 1).Ask(HttpPost(kEvaluate, kJson, kStart)).code, 200);
  EXPECT_EQ(ReasonOf(EvaluateAs("")), v1::REASON_QUOTA);
}

// Nobody but the door is believed.
TEST_F(HttpServiceTest, BelievesNoClientThatNamesAnotherAddress) {
  LimitEvaluations();
  Start();
  EXPECT_THAT(EvaluateAs("ipv4:192.0.2.1:1"), IsOk());
  EXPECT_EQ(ReasonOf(EvaluateAs("ipv4:192.0.2.2:1")), v1::REASON_QUOTA);
  EXPECT_EQ(Ask(kEvaluate, kStart, "Kvintet-Caller-Address: ipv4:192.0.2.3:1\r\n").code, 429);
}

TEST_F(HttpServiceTest, CountsItsConnections) {
  Start();
  EXPECT_EQ(Ask(kEvaluate, kStart).code, 200);
  const ListenAddress metrics = *ParseListenAddress(server_->MetricsAddress());
  // A call is counted when gRPC has completed it, soon after its answer.
  std::string page;
  do {
    page = testing::HttpGet(metrics, "GET /metrics HTTP/1.0\r\n\r\n");
  } while (page.find("calls_in_progress 0\n") == page.npos);
  EXPECT_NE(page.find("kvintet_serving_http_connections_accepted_total 1\n"), page.npos);
  EXPECT_NE(page.find("method=\"kvintet.v1.AnalysisService/Evaluate\",code=\"OK\"} 1\n"),
            page.npos);
}

TEST_F(HttpServiceTest, EndsStreamsWhenItStops) {
  Start();
  HttpClient client(where_);
  client.Send(HttpPost(kAnalyze, "application/connect+json", kLongSearch));
  EXPECT_EQ(client.ReadHead().code, 200);
  std::jthread stopping([this] { server_->Shutdown(milliseconds(0)); });
  std::string last;
  for (std::string chunk; client.ReadChunk(&chunk);) {
    last = chunk;
  }
  EXPECT_THAT(last, HasSubstr("DRAINING"));
  EXPECT_TRUE(client.IsAtEnd());
}

TEST_F(HttpServiceTest, RefusesCallsWhileItStops) {
  Start();
  HttpClient busy(where_);
  HttpClient other(where_);
  EXPECT_EQ(other.Ask("GET /health HTTP/1.1\r\nHost: x\r\n\r\n").code, 200);
  busy.Send(HttpPost(kAnalyze, "application/connect+json", kLongSearch));
  EXPECT_EQ(busy.ReadHead().code, 200);
  std::jthread stopping([this] { server_->Shutdown(milliseconds(2000)); });
  HttpReply reply;
  do {
    reply = other.Ask("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  } while (reply.code == 200);
  EXPECT_EQ(reply.code, 503);
  reply = other.Ask(HttpPost(kEvaluate, kJson, kStart));
  EXPECT_EQ(reply.code, 503);
  EXPECT_EQ(ReasonIn(reply), "DRAINING");
}

TEST_F(HttpServiceTest, ServesOnAUnixSocket) {
  const testing::TempDir folder;
  config_.mutable_http()->set_listen("unix:" + folder.Path("http"));
  ASSERT_OK_AND_ASSIGN(server_, Server::Start(config_, selfplay::SearchSettings(), {}));
  EXPECT_EQ(server_->HttpAddress(), config_.http().listen());
  where_ = *ParseListenAddress(config_.http().listen());
  EXPECT_EQ(Ask(kEvaluate, kStart).code, 200);
}

TEST_F(HttpServiceTest, OffersNothingUnlessItIsTold) {
  config_.clear_http();
  ASSERT_OK_AND_ASSIGN(server_, Server::Start(config_, selfplay::SearchSettings(), {}));
  EXPECT_EQ(server_->HttpAddress(), "");
}

}  // namespace
}  // namespace kvintet::serving
