// Tests of MatchService's errors: for each reason, a client's call that is refused for it; also
// lists and health.
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <future>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"

#include "base/reports/log.h"
#include "kvintet_api/v1/match.pb.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "serving/server.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/service/refusal_matchers.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::IsRefusedFor;
using testing::kTimeout;
using testing::ServedTest;

class MatchErrorsTest : public ServedTest {
 protected:
  MatchErrorsTest() {
    config_.set_threads(1);
    config_.set_matches(folder_.Path("matches"));
    search_.simulations = 2;
  }

  static v1::CreateMatchRequest Between(const std::string& game, bool agent = false) {
    v1::CreateMatchRequest request;
    request.set_game(game);
    request.add_players()->set_person("Ada");
    if (agent) {
      request.add_players()->mutable_agent()->set_allow_rollouts(true);
    } else {
      request.add_players()->set_person("Bob");
    }
    return request;
  }
  absl::Status Create(const v1::CreateMatchRequest& request) {
    const auto created = client_->Call<v1::CreateMatchResponse>(request, kTimeout);
    if (created.ok()) {
      match_ = created->match();
      tokens_ = {created->tokens(0), created->tokens(1)};
    }
    return created.status();
  }
  void Begin(const std::string& game) {
    Start();
    ASSERT_THAT(Create(Between(game)), IsOk());
  }

  v1::CommitMoveRequest MoveRequest(int player, int ply, const std::string& move) const {
    v1::CommitMoveRequest request;
    request.set_match(match_);
    request.set_token(tokens_[static_cast<size_t>(player)]);
    request.set_game_number(1);
    request.set_expected_ply(ply);
    request.set_move(move);
    return request;
  }
  absl::Status Move(int player, int ply, const std::string& move) {
    return client_->Call<v1::CommitMoveResponse>(MoveRequest(player, ply, move), kTimeout).status();
  }
  absl::Status Act(int player, v1::ActRequest::Kind kind, int game_number = 1) {
    v1::ActRequest request;
    request.set_match(match_);
    request.set_token(tokens_[static_cast<size_t>(player)]);
    request.set_game_number(game_number);
    request.set_kind(kind);
    return client_->Call<v1::ActResponse>(request, kTimeout).status();
  }
  absl::Status Look(const std::string& match, const std::string& token) {
    v1::GetMatchRequest request;
    request.set_match(match);
    request.set_token(token);
    return client_->Call<v1::GetMatchResponse>(request, kTimeout).status();
  }
  absl::StatusOr<v1::GetReportResponse> Report(int game_number) {
    v1::GetReportRequest request;
    request.set_match(match_);
    request.set_game_number(game_number);
    return client_->Call<v1::GetReportResponse>(request, kTimeout);
  }
  absl::Status Rematch(int player) {
    v1::RematchRequest request;
    request.set_match(match_);
    request.set_token(tokens_[static_cast<size_t>(player)]);
    request.set_game_number(1);
    return client_->Call<v1::RematchResponse>(request, kTimeout).status();
  }
  absl::Status Join() {
    v1::JoinMatchRequest request;
    request.set_match(match_);
    return client_->Call<v1::JoinMatchResponse>(request, kTimeout).status();
  }

  std::string match_;
  std::vector<std::string> tokens_;
};

TEST_F(MatchErrorsTest, BadField) {
  Start();
  EXPECT_THAT(Create(Between("")), IsRefusedFor(v1::REASON_BAD_FIELD, "game"));
  v1::CreateMatchRequest request = Between("renju");
  request.mutable_players()->RemoveLast();
  EXPECT_THAT(Create(request), IsRefusedFor(v1::REASON_BAD_FIELD, "players"));
  request = Between("renju");
  request.mutable_clock()->set_kind(v1::Clock::KIND_HOURGLASS);
  EXPECT_THAT(Create(request), IsRefusedFor(v1::REASON_BAD_FIELD, "clock.kind"));
  request = Between("renju");
  request.set_patience_ms(-1);
  EXPECT_THAT(Create(request), IsRefusedFor(v1::REASON_BAD_FIELD, "patience_ms"));
  request = Between("renju");
  request.set_forced_reset(5);
  EXPECT_THAT(Create(request), IsRefusedFor(v1::REASON_BAD_FIELD, "forced_reset"));
  request = Between("renju");
  request.set_request_id("short");
  EXPECT_THAT(Create(request), IsRefusedFor(v1::REASON_BAD_FIELD, "request_id"));
  request = Between("renju{forbidden=claimed}", true);
  EXPECT_THAT(Create(request), IsRefusedFor(v1::REASON_BAD_FIELD, "players"));
  ASSERT_THAT(Create(Between("renju")), IsOk());
  EXPECT_THAT(Act(0, v1::ActRequest::KIND_UNSPECIFIED), IsRefusedFor(v1::REASON_BAD_FIELD, "kind"));
}

TEST_F(MatchErrorsTest, UnknownGameAndBadOptions) {
  Start();
  EXPECT_THAT(Create(Between("chess")), IsRefusedFor(v1::REASON_UNKNOWN_GAME, "game"));
  EXPECT_THAT(Create(Between("renju{size=4}")), IsRefusedFor(v1::REASON_BAD_OPTIONS, "game"));
}

TEST_F(MatchErrorsTest, UnknownMatch) {
  Begin("tic_tac_toe");
  EXPECT_THAT(Look("nothing", ""), IsRefusedFor(v1::REASON_UNKNOWN_MATCH, "match"));
}

TEST_F(MatchErrorsTest, BadToken) {
  Begin("tic_tac_toe");
  EXPECT_THAT(Look(match_, "wrong"), IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  v1::CommitMoveRequest request = MoveRequest(0, 0, "a1");
  request.clear_token();
  EXPECT_THAT(client_->Call<v1::CommitMoveResponse>(request, kTimeout),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
}

TEST_F(MatchErrorsTest, NotYourTurnAndIllegalMove) {
  Begin("tic_tac_toe");
  EXPECT_THAT(Move(1, 0, "a1"), IsRefusedFor(v1::REASON_NOT_YOUR_TURN, "token"));
  EXPECT_THAT(Move(0, 0, "z9"), IsRefusedFor(v1::REASON_ILLEGAL_MOVE, "move"));
}

TEST_F(MatchErrorsTest, IllegalMoveUnderSeal) {
  Begin("kontranto");
  EXPECT_THAT(Move(0, 0, "square"), IsRefusedFor(v1::REASON_ILLEGAL_MOVE, "move"));
}

TEST_F(MatchErrorsTest, StalePly) {
  Begin("tic_tac_toe");
  EXPECT_THAT(Move(0, 1, "a1"), IsRefusedFor(v1::REASON_STALE_PLY, "expected_ply"));
  EXPECT_THAT(Act(0, v1::ActRequest::KIND_RESIGN, 2),
              IsRefusedFor(v1::REASON_STALE_PLY, "game_number"));
}

TEST_F(MatchErrorsTest, GameOver) {
  Begin("tic_tac_toe");
  ASSERT_THAT(Act(0, v1::ActRequest::KIND_RESIGN), IsOk());
  EXPECT_THAT(Move(1, 0, "a1"), IsRefusedFor(v1::REASON_GAME_OVER, ""));
  EXPECT_THAT(Act(1, v1::ActRequest::KIND_RESIGN), IsRefusedFor(v1::REASON_GAME_OVER, ""));
}

TEST_F(MatchErrorsTest, AlreadyChosen) {
  Begin("kontranto");
  ASSERT_THAT(Move(0, 0, "circle"), IsOk());
  EXPECT_THAT(Move(0, 0, "triangle"), IsRefusedFor(v1::REASON_ALREADY_CHOSEN, ""));
  ASSERT_THAT(Act(1, v1::ActRequest::KIND_RESIGN), IsOk());
  ASSERT_THAT(Rematch(0), IsOk());
  EXPECT_THAT(Rematch(0), IsRefusedFor(v1::REASON_ALREADY_CHOSEN, ""));
}

TEST_F(MatchErrorsTest, NoOpenPlace) {
  Begin("tic_tac_toe");
  EXPECT_THAT(Join(), IsRefusedFor(v1::REASON_NO_OPEN_PLACE, ""));
}

TEST_F(MatchErrorsTest, MatchWaits) {
  Start();
  v1::CreateMatchRequest request = Between("tic_tac_toe");
  request.mutable_players(1)->mutable_open();
  ASSERT_THAT(Create(request), IsOk());
  EXPECT_THAT(Move(0, 0, "a1"), IsRefusedFor(v1::REASON_MATCH_WAITS, ""));
  ASSERT_THAT(Create(Between("tantrix")), IsOk());
  EXPECT_THAT(Move(0, 0, "1@0,0/0"), IsRefusedFor(v1::REASON_MATCH_WAITS, ""));
}

TEST_F(MatchErrorsTest, MatchPaused) {
  Begin("tantrix");
  ASSERT_THAT(Act(0, v1::ActRequest::KIND_READY), IsOk());
  ASSERT_THAT(Act(1, v1::ActRequest::KIND_READY), IsOk());
  ASSERT_THAT(Act(0, v1::ActRequest::KIND_PAUSE), IsOk());
  v1::GetMatchRequest look;
  look.set_match(match_);
  ASSERT_OK_AND_ASSIGN(const v1::GetMatchResponse seen,
                       client_->Call<v1::GetMatchResponse>(look, kTimeout));
  EXPECT_THAT(Move(0, seen.state().ply(), "1@0,0/0"), IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
}

TEST_F(MatchErrorsTest, AgentNotSealed) {
  // Evaluates nothing until the person has tried to move.
  std::atomic<bool> plays = false;
  std::promise<void> tried;
  const std::shared_future<void> has_tried = tried.get_future().share();
  ModelRegistry models;
  ASSERT_OK(models.Add({.game = "kontranto", .id = "waits", .factory = [&](const envs::Game& game) {
                          return std::make_unique<testing::FakeEvaluator>(
                              game, [&plays, has_tried](envs::ConstViews, auto, auto) {
                                if (plays) {
                                  has_tried.wait();
                                }
                                return selfplay::Wdl{0.5f, 0, 0.5f};
                              });
                        }}));
  Start(std::move(models));
  plays = true;
  ASSERT_THAT(Create(Between("kontranto", true)), IsOk());
  EXPECT_THAT(Move(0, 0, "circle"), IsRefusedFor(v1::REASON_AGENT_NOT_COMMITTED, ""));
  tried.set_value();
  server_->Shutdown(std::chrono::milliseconds(0));
}

TEST_F(MatchErrorsTest, NoSuchOffer) {
  Begin("renju");
  EXPECT_THAT(Act(0, v1::ActRequest::KIND_ACCEPT_DRAW), IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  EXPECT_THAT(Act(0, v1::ActRequest::KIND_DECLINE_RESET),
              IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  EXPECT_THAT(Act(0, v1::ActRequest::KIND_RESUME), IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  EXPECT_THAT(Act(0, v1::ActRequest::KIND_ADMIT_PAUSE), IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
}

TEST_F(MatchErrorsTest, NotInRules) {
  Begin("kontranto");
  v1::CommitMoveRequest request = MoveRequest(0, 0, "circle");
  request.set_offer_draw(true);
  EXPECT_THAT(client_->Call<v1::CommitMoveResponse>(request, kTimeout),
              IsRefusedFor(v1::REASON_NOT_IN_RULES, "offer_draw"));
  for (const auto kind : {v1::ActRequest::KIND_CLAIM_TIME, v1::ActRequest::KIND_CLAIM_WIN,
                          v1::ActRequest::KIND_PAUSE, v1::ActRequest::KIND_OFFER_RESET,
                          v1::ActRequest::KIND_START_CLOCK, v1::ActRequest::KIND_CONTEST_PAUSE}) {
    EXPECT_THAT(Act(0, kind), IsRefusedFor(v1::REASON_NOT_IN_RULES, "kind"));
  }
}

TEST_F(MatchErrorsTest, NotNow) {
  Begin("konkvest");
  EXPECT_THAT(Act(0, v1::ActRequest::KIND_OFFER_RESET), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  EXPECT_THAT(Rematch(0), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  EXPECT_THAT(Report(0), IsRefusedFor(v1::REASON_NOT_NOW, ""));
}

TEST_F(MatchErrorsTest, NoSuchResource) {
  Begin("tic_tac_toe");
  EXPECT_THAT(Report(2), IsRefusedFor(v1::REASON_NO_SUCH_RESOURCE, "game_number"));
}

TEST_F(MatchErrorsTest, NoMatches) {
  config_.clear_matches();
  Start();
  EXPECT_THAT(Create(Between("tic_tac_toe")), IsRefusedFor(v1::REASON_NO_MATCHES, ""));
}

TEST_F(MatchErrorsTest, TooManyMatches) {
  config_.set_max_matches(1);
  Begin("tic_tac_toe");
  EXPECT_THAT(Create(Between("tic_tac_toe")), IsRefusedFor(v1::REASON_TOO_MANY_MATCHES, ""));
}

TEST_F(MatchErrorsTest, NoSuchCursor) {
  Begin("tic_tac_toe");
  v1::WatchMatchRequest request;
  request.set_match(match_);
  request.set_cursor(1000);
  EXPECT_THAT(
      client_->Follow<v1::WatchMatchResponse>(request, kTimeout, [](const auto&) { return true; }),
      IsRefusedFor(v1::REASON_NO_SUCH_CURSOR, "cursor"));
}

TEST_F(MatchErrorsTest, RequestIdUsed) {
  Begin("tic_tac_toe");
  v1::CommitMoveRequest request = MoveRequest(0, 0, "a1");
  request.set_request_id("1");
  ASSERT_THAT(client_->Call<v1::CommitMoveResponse>(request, kTimeout), IsOk());
  request.set_move("b1");
  EXPECT_THAT(client_->Call<v1::CommitMoveResponse>(request, kTimeout),
              IsRefusedFor(v1::REASON_REQUEST_ID_USED, "request_id"));
}

// The health of a service: 1 is serving, 2 is not. The messages are one string and one number, each
// with tag 1.
int HealthOf(const std::string& address, const std::string& service) {
  grpc::GenericStub stub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  std::string request = {'\n', static_cast<char>(service.size())};
  request += service;
  const grpc::Slice slice(request);
  const grpc::ByteBuffer sent(&slice, 1);
  grpc::ByteBuffer received;
  grpc::ClientContext context;
  std::promise<grpc::Status> done;
  stub.UnaryCall(&context, "/grpc.health.v1.Health/Check", {}, &sent, &received,
                 [&](grpc::Status status) { done.set_value(std::move(status)); });
  grpc::Slice answer;
  const bool read = done.get_future().get().ok() && received.DumpToSingleSlice(&answer).ok();
  return read && answer.size() == 2 ? answer.begin()[1] : 0;
}

TEST_F(MatchErrorsTest, JournalDownAndThenMatchServiceServesNot) {
  constexpr char kMatchService[] = "kvintet.v1.MatchService";
  Begin("tic_tac_toe");
  EXPECT_EQ(HealthOf(server_->Address(), kMatchService), 1);
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  rlimit full = limit;
  full.rlim_cur = 1;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
  const absl::Status refused = Move(0, 0, "a1");
  while (HealthOf(server_->Address(), kMatchService) != 2) {
    std::this_thread::yield();
  }
  const int others = HealthOf(server_->Address(), "kvintet.v1.AnalysisService");
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_THAT(refused, IsRefusedFor(v1::REASON_JOURNAL_DOWN, ""));
  EXPECT_EQ(others, 1);
  // The recovery must be visible without any act in a match.
  while (HealthOf(server_->Address(), kMatchService) != 1) {
    std::this_thread::yield();
  }
  EXPECT_THAT(Move(0, 0, "a1"), IsOk());
}

TEST_F(MatchErrorsTest, AgentsThatCannotMoveAreToldOfOnce) {
  std::atomic<int> lines = 0;
  const ScopedLogSink sink([&](LogLevel level, absl::string_view line) {
    lines += level == LogLevel::kWarning && absl::StrContains(line, "tried again") ? 1 : 0;
  });
  std::atomic<int> failures = 0;
  ModelRegistry models;
  ASSERT_OK(models.Add({.game = "tic_tac_toe", .id = "fails", .factory = [&](const auto& game) {
                          return std::make_unique<testing::FakeEvaluator>(
                              game, [&](envs::ConstViews, auto, auto) -> selfplay::Wdl {
                                ++failures;
                                throw std::bad_alloc();
                              });
                        }}));
  Start(std::move(models));
  ASSERT_THAT(Create(Between("tic_tac_toe", true)), IsOk());
  ASSERT_THAT(Move(0, 0, "a1"), IsOk());
  // Each failure is logged before the next begins.
  while (failures < 4) {
    std::this_thread::yield();
  }
  EXPECT_EQ(lines, 1);
}

TEST_F(MatchErrorsTest, ListsAreForThoseWhoMayLook) {
  Start();
  ASSERT_THAT(Create(Between("tic_tac_toe")), IsOk());
  const std::string open = match_;
  v1::CreateMatchRequest request = Between("renju");
  request.set_closed(true);
  ASSERT_THAT(Create(request), IsOk());
  v1::ListMatchesRequest list;
  ASSERT_OK_AND_ASSIGN(v1::ListMatchesResponse listed,
                       client_->Call<v1::ListMatchesResponse>(list, kTimeout));
  ASSERT_EQ(listed.matches_size(), 1);
  EXPECT_EQ(listed.matches(0).match(), open);
  EXPECT_EQ(listed.matches(0).players(0).name(), "Ada");
  EXPECT_EQ(listed.matches(0).phase(), v1::MatchState::PHASE_TO_MOVE);
  list.set_token(tokens_[1]);
  ASSERT_OK_AND_ASSIGN(listed, client_->Call<v1::ListMatchesResponse>(list, kTimeout));
  ASSERT_EQ(listed.matches_size(), 1);
  EXPECT_EQ(listed.matches(0).match(), match_);
  EXPECT_TRUE(listed.matches(0).closed());
  list.set_token("nobody's");
  EXPECT_THAT(client_->Call<v1::ListMatchesResponse>(list, kTimeout),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  list.clear_token();
  list.set_page_size(101);
  EXPECT_THAT(client_->Call<v1::ListMatchesResponse>(list, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "page_size"));
  list.set_page_size(1);
  list.set_page_token("yesterday");
  EXPECT_THAT(client_->Call<v1::ListMatchesResponse>(list, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "page_token"));
}

}  // namespace
}  // namespace kvintet::serving
