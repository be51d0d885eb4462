// Tests of HttpDoor: its clients' ways to misuse a connection, in front of services made for that.
#include "serving/http/http_door.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "kvintet_api/v1/analysis.grpc.pb.h"
#include "kvintet_api/v1/rules.grpc.pb.h"
#include "serving/calls/caller_address.h"
#include "serving/http/protocol/codec.h"
#include "serving/net/endpoint.h"
#include "tests/support/http_client.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using testing::HttpClient;
using testing::HttpPost;
using testing::HttpReply;
using testing::StatusIs;

constexpr size_t kMaxBytes = 2000;
constexpr char kDescribe[] = "/kvintet.v1.RulesService/Describe";
constexpr char kAnalyze[] = "/kvintet.v1.AnalysisService/Analyze";
const std::string kJson = "application/json";
const std::string kStreamJson = "application/connect+json";

// Answers with what it was told: the metadata of the door. The game "slow" takes a while.
class Echo final : public v1::RulesService::Service {
 public:
  grpc::Status Describe(grpc::ServerContext* context, const v1::DescribeRequest* request,
                        v1::DescribeResponse* response) override {
    if (request->state().game() == "slow") {
      std::this_thread::sleep_for(milliseconds(50));
    }
    const auto& metadata = context->client_metadata();
    const auto text = [&](const char* name) {
      const auto found = metadata.find(name);
      return found == metadata.end() ? "" : std::string(found->second.data(), found->second.size());
    };
    v1::Description& told = *response->mutable_description();
    told.set_game(request->state().game());
    told.set_seat_record(std::string(UnsealAddress(text(kCallerAddress))));
    told.set_view(absl::StrCat(text("authorization"), ", ", metadata.count("x-more")));
    return grpc::Status::OK;
  }
};

// A stream that goes on until its client goes away. With simulations it ends after as many
// messages; below 0 it sends one, and no more.
class Endless final : public v1::AnalysisService::Service {
 public:
  grpc::Status Analyze(grpc::ServerContext* context, const v1::AnalyzeRequest* request,
                       grpc::ServerWriter<v1::AnalyzeResponse>* writer) override {
    v1::AnalyzeResponse message;
    message.set_move(std::string(request->max_ms() > 0 ? 1000 : 60000, 'x'));
    for (int i = 0; request->simulations() == 0 || i < std::abs(request->simulations()); ++i) {
      message.set_sequence(i);
      if (!writer->Write(message)) {
        break;
      }
      ++written;
    }
    while (request->simulations() < 0 && !context->IsCancelled()) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    const std::lock_guard lock(mutex_);
    ++ended_;
    changed_.notify_all();
    return grpc::Status::OK;
  }
  void AwaitEnd() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ == 1; });
  }
  std::atomic<int> written = 0;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int ended_ = 0;
};

class HttpDoorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto listener = Listener::Open(*ParseListenAddress("127.0.0.1:0"));
    grpc::Service* services[] = {&echo_, &endless_};
    ASSERT_OK_AND_ASSIGN(endpoint_, Endpoint::Open(*std::move(listener),
                                                   {.connections = {.total = 9, .per_address = 9},
                                                    .max_request_bytes = 1 << 20,
                                                    .max_streams = 100},
                                                   services));
  }
  ~HttpDoorTest() override {
    door_.reset();
    endpoint_->Shutdown();
  }
  HttpDoorOptions Options(const std::string& listen = "127.0.0.1:0", HttpTimes times = {}) const {
    HttpDoorOptions options = {.connections = {.total = 100, .per_address = 100},
                               .max_request_bytes = kMaxBytes,
                               .healthy = [] { return true; },
                               .services = endpoint_->InProcess(),
                               .times = times};
    options.config.set_listen(listen);
    return options;
  }
  void Open(HttpTimes times = {}, size_t max_request_bytes = kMaxBytes) {
    HttpDoorOptions options = Options("127.0.0.1:0", times);
    options.max_request_bytes = max_request_bytes;
    ASSERT_OK_AND_ASSIGN(door_, HttpDoor::Open(options));
  }
  const ListenAddress& Where() const { return door_->Address(); }

  Echo echo_;
  Endless endless_;
  std::unique_ptr<Endpoint> endpoint_;
  std::unique_ptr<HttpDoor> door_;
};

TEST(UsualHttpAddressTest, IsOnTheLoopbackAddressOfGrpcAndNowhereElse) {
  const auto beside = [](const std::string& grpc) {
    return UsualHttpAddress(*ParseListenAddress(grpc, Reach::kAnywhere)).Text();
  };
  EXPECT_EQ(beside("127.0.0.1:50051"), "127.0.0.1:8080");
  EXPECT_EQ(beside("127.0.0.9:50051"), "127.0.0.9:8080");
  EXPECT_EQ(beside("[::1]:50051"), "[::1]:8080");
  EXPECT_EQ(beside("127.0.0.1:0"), "127.0.0.1:0");
  EXPECT_EQ(beside("unix:/run/kvintet"), "127.0.0.1:8080");
  EXPECT_EQ(beside("0.0.0.0:50051"), "127.0.0.1:8080");
  EXPECT_EQ(beside("192.0.2.1:0"), "127.0.0.1:8080");
}

TEST_F(HttpDoorTest, TakesAnotherPortOnlyIfItMay) {
  Open();
  HttpDoorOptions options = Options(Where().Text());
  EXPECT_THAT(HttpDoor::Open(options), StatusIs(absl::StatusCode::kAlreadyExists, "in use"));
  options.any_port = true;
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<HttpDoor> other, HttpDoor::Open(options));
  EXPECT_EQ(other->Address().host, Where().host);
  EXPECT_NE(other->Address().port, Where().port);
}

TEST_F(HttpDoorTest, AnswersOneRequestAfterTheOther) {
  Open();
  HttpClient client(Where());
  for (const char* game : {"hex", "kuhn"}) {
    const HttpReply reply = client.Ask(
        HttpPost(kDescribe, kJson, absl::StrCat(R"({"state":{"game":")", game, R"("}})")));
    EXPECT_EQ(reply.code, 200) << reply.body;
    EXPECT_THAT(reply.body, HasSubstr(game));
  }
  // Also if they are sent at once.
  const std::string request = HttpPost(kDescribe, kJson, "{}");
  client.Send(request + request + "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.Read().code, 200);
  EXPECT_EQ(client.Read().code, 200);
  EXPECT_EQ(client.Read().body, "ok\n");
}

// It is too large to be read before the first one is answered.
TEST_F(HttpDoorTest, AnswersALargeRequestThatWasSentAhead) {
  Open({}, 100'000);
  HttpClient client(Where());
  const std::string slow = HttpPost(kDescribe, kJson, R"({"state":{"game":"slow"}})");
  const std::string large = HttpPost(kDescribe, kJson, std::string(50'000, ' ') + "{}");
  client.Send(slow + large + slow);
  for (int request = 0; request < 3; ++request) {
    EXPECT_EQ(client.Read().code, 200) << request;
  }
}

TEST_F(HttpDoorTest, PassesTheTokenAndTheAddressOnAndNothingElse) {
  Open();
  HttpClient client(Where());
  const HttpReply reply = client.Ask(HttpPost(
      kDescribe, kJson, "{}",
      "Authorization: Bearer secret\r\nX-More: 1\r\nKvintet-Caller-Address: ipv4:9.9.9.9:9\r\n"));
  EXPECT_THAT(reply.body, HasSubstr(R"("seatRecord":"ipv4:127.0.0.1:)"));
  EXPECT_THAT(reply.body, HasSubstr(R"("view":"Bearer secret, 0")"));
}

TEST_F(HttpDoorTest, SendsAStreamMessageByMessage) {
  Open();
  HttpClient client(Where());
  const std::string request = HttpPost(
      kAnalyze, kStreamJson, Envelope(EnvelopeKind::kMessage, R"({"simulations": 3, "maxMs": 1})"));
  for (int again = 0; again < 2; ++again) {
    client.Send(request);
    EXPECT_EQ(client.ReadHead().fields["content-type"], kStreamJson);
    std::vector<std::string> chunks;
    for (std::string chunk; client.ReadChunk(&chunk);) {
      chunks.push_back(chunk);
    }
    ASSERT_EQ(chunks.size(), 4u);
    EXPECT_THAT(chunks[2], HasSubstr(R"("sequence":2)"));
    EXPECT_EQ(chunks[3], Envelope(EnvelopeKind::kEnd, "{}"));
  }
}

TEST_F(HttpDoorTest, CancelsTheCallOfAClientThatGoesAway) {
  Open();
  {
    HttpClient client(Where());
    client.Send(HttpPost(kAnalyze, kStreamJson, Envelope(EnvelopeKind::kMessage, "{}")));
    client.ReadHead();
  }
  endless_.AwaitEnd();
}

// Nothing is written that could fail, and a part of the next request has been read.
TEST_F(HttpDoorTest, CancelsAQuietStreamWhoseClientHasSentMoreAndGoesAway) {
  Open();
  {
    HttpClient client(Where());
    client.Send(HttpPost(kAnalyze, kStreamJson,
                         Envelope(EnvelopeKind::kMessage, R"({"simulations": -1})")));
    client.ReadHead();
    std::string chunk;
    client.ReadChunk(&chunk);
    client.Send("\r\n");
    // The door reads it before it reads the end.
    std::this_thread::sleep_for(milliseconds(20));
  }
  endless_.AwaitEnd();
}

// Without this the end of the connection, which comes behind, would never be read.
TEST_F(HttpDoorTest, EndsAQuietStreamWhoseClientSendsMuchMore) {
  Open();
  HttpClient client(Where());
  client.Send(
      HttpPost(kAnalyze, kStreamJson, Envelope(EnvelopeKind::kMessage, R"({"simulations": -1})")));
  client.ReadHead();
  std::string chunk;
  client.ReadChunk(&chunk);
  client.Send(std::string(9000, ' '));
  EXPECT_TRUE(client.IsAtEnd());
  endless_.AwaitEnd();
}

TEST_F(HttpDoorTest, DropsAClientThatDoesNotRead) {
  Open({.write = milliseconds(200)});
  HttpClient client(Where());
  client.Send(HttpPost(kAnalyze, kStreamJson, Envelope(EnvelopeKind::kMessage, "{}")));
  endless_.AwaitEnd();
  // No more was read from the service than fits into the sockets.
  EXPECT_LT(endless_.written, 400);
}

TEST_F(HttpDoorTest, RefusesARequestThatDoesNotArriveInTime) {
  Open({.request = milliseconds(100)});
  const std::string request = HttpPost(kDescribe, kJson, "{}");
  for (const size_t size : {size_t{1}, size_t{20}, request.size() - 1}) {
    HttpClient client(Where());
    client.Send(request.substr(0, size));
    const HttpReply reply = client.Read();
    EXPECT_EQ(reply.code, 408) << size;
    EXPECT_THAT(reply.body, HasSubstr("deadline_exceeded"));
    EXPECT_TRUE(client.IsAtEnd());
  }
  HttpClient silent(Where());
  EXPECT_TRUE(silent.IsAtEnd());
}

TEST_F(HttpDoorTest, EndsAConnectionThatIsNotUsed) {
  Open({.idle = milliseconds(100)});
  HttpClient client(Where());
  EXPECT_EQ(client.Ask(HttpPost(kDescribe, kJson, "{}")).code, 200);
  EXPECT_TRUE(client.IsAtEnd());
}

TEST_F(HttpDoorTest, RefusesWhatIsTooLarge) {
  Open();
  const std::string large(kMaxBytes + 1, ' ');
  EXPECT_EQ(HttpClient(Where()).Ask(HttpPost(kDescribe, kJson, large.substr(3) + "{}")).code, 200);
  const HttpReply unary = HttpClient(Where()).Ask(HttpPost(kDescribe, kJson, large));
  EXPECT_EQ(unary.code, 429);
  EXPECT_THAT(unary.body, HasSubstr("TOO_LARGE"));
  const HttpReply stream = HttpClient(Where()).Ask(
      HttpPost(kAnalyze, kStreamJson, Envelope(EnvelopeKind::kMessage, large)));
  EXPECT_EQ(stream.code, 200);
  EXPECT_THAT(stream.body, HasSubstr("TOO_LARGE"));
  // Of unknown length.
  const std::string head =
      absl::StrCat("POST ", kDescribe, " HTTP/1.1\r\nHost: localhost\r\nContent-Type: ", kJson,
                   "\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = absl::StrCat(absl::Hex(1000), "\r\n", large.substr(0, 1000), "\r\n");
  EXPECT_EQ(HttpClient(Where()).Ask(head + chunk + "2\r\n{}\r\n0\r\n\r\n").code, 200);
  EXPECT_EQ(HttpClient(Where()).Ask(head + chunk + chunk + chunk + "0\r\n\r\n").code, 429);
  const HttpReply fields = HttpClient(Where()).Ask(
      "GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(9000, 'x') + "\r\n\r\n");
  EXPECT_EQ(fields.code, 431);
}

TEST_F(HttpDoorTest, SaysThatItWillTakeABodyBeforeItIsSent) {
  Open();
  HttpClient client(Where());
  const std::string request = HttpPost(kDescribe, kJson, "{}", "Expect: 100-continue\r\n");
  client.Send(request.substr(0, request.size() - 2));
  EXPECT_EQ(client.ReadHead().code, 100);
  EXPECT_EQ(client.Ask("{}").code, 200);
  HttpClient large(Where());
  const std::string more(kMaxBytes + 1, ' ');
  const std::string refused = HttpPost(kDescribe, kJson, more, "Expect: 100-continue\r\n");
  EXPECT_EQ(large.Ask(refused.substr(0, refused.size() - more.size())).code, 429);
}

TEST_F(HttpDoorTest, EndsACallAtItsDeadline) {
  Open();
  HttpClient client(Where());
  const HttpReply reply = client.Ask(HttpPost(kAnalyze, kStreamJson,
                                              Envelope(EnvelopeKind::kMessage, R"({"maxMs": 1})"),
                                              "Connect-Timeout-Ms: 50\r\n"));
  EXPECT_EQ(reply.code, 200);
  EXPECT_THAT(reply.body, HasSubstr(R"({"error":{"code":"deadline_exceeded")"));
  EXPECT_THAT(reply.body, HasSubstr("LATE"));
  endless_.AwaitEnd();
}

TEST_F(HttpDoorTest, ClosesWhereTheClientWantsIt) {
  Open();
  HttpClient client(Where());
  const HttpReply reply = client.Ask(HttpPost(kDescribe, kJson, "{}", "Connection: close\r\n"));
  EXPECT_EQ(reply.code, 200);
  EXPECT_EQ(reply.fields.at("connection"), "close");
  EXPECT_TRUE(client.IsAtEnd());
  HttpClient old(Where());
  EXPECT_EQ(old.Ask("GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n").code, 200);
  EXPECT_TRUE(old.IsAtEnd());
}

TEST_F(HttpDoorTest, LetsRequestsEndWhenItDrains) {
  Open();
  HttpClient busy(Where());
  HttpClient idle(Where());
  EXPECT_EQ(idle.Ask(HttpPost(kDescribe, kJson, "{}")).code, 200);
  busy.Send(HttpPost(kAnalyze, kStreamJson,
                     Envelope(EnvelopeKind::kMessage, R"({"simulations": 2000, "maxMs": 1})")));
  busy.ReadHead();
  std::jthread draining([this] { door_->Drain(milliseconds(60'000)); });
  EXPECT_TRUE(idle.IsAtEnd());
  std::string all;
  for (std::string chunk; busy.ReadChunk(&chunk);) {
    all = chunk;
  }
  EXPECT_EQ(all, Envelope(EnvelopeKind::kEnd, "{}"));
  EXPECT_TRUE(busy.IsAtEnd());
}

TEST_F(HttpDoorTest, StopsInTheMiddleOfAStream) {
  Open();
  HttpClient client(Where());
  client.Send(HttpPost(kAnalyze, kStreamJson, Envelope(EnvelopeKind::kMessage, "{}")));
  client.ReadHead();
  door_->Drain(milliseconds(10));
  door_.reset();
  endless_.AwaitEnd();
}

TEST_F(HttpDoorTest, WantsTlsWhereOthersCanReachIt) {
  HttpConfig config;
  config.set_listen("0.0.0.0:0");
  EXPECT_THAT(CheckHttp(config, false),
              StatusIs(absl::StatusCode::kInvalidArgument, "http.listen: wanted a loopback"));
  EXPECT_THAT(CheckHttp(config, true),
              StatusIs(absl::StatusCode::kInvalidArgument, "allowed_hosts"));
  config.add_allowed_hosts("games.example.org");
  EXPECT_THAT(CheckHttp(config, true), testing::IsOk());
  config.set_page_folder("/nowhere");
  EXPECT_THAT(CheckHttp(config, true), StatusIs(absl::StatusCode::kNotFound, "/nowhere"));
}

}  // namespace
}  // namespace kvintet::serving
