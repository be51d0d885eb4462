// Tests that MatchClient notices a service that breaks a guarantee about matches (F15).
#include "tests/service/match_client.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/strings/str_cat.h"

namespace kvintet::testing {
namespace {

// The fault of the service, from its second move on.
enum class Fault {
  kNone,
  kLosesMoves,
  kTellsTwice,
  kTellsNot,
  kTellsAnother,
  kRefuses,
  kEndsStreams
};

// Serves matches with one person, who moves all the time.
class OddService final : public v1::MatchService::Service, public v1::RulesService::Service {
 public:
  explicit OddService(Fault fault) : fault_(fault) {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(static_cast<v1::MatchService::Service*>(this));
    builder.RegisterService(static_cast<v1::RulesService::Service*>(this));
    server_ = builder.BuildAndStart();
    address_ = absl::StrCat("127.0.0.1:", port);
  }

  const std::string& address() const { return address_; }

 private:
  static constexpr int kSoundMoves = 1;

  grpc::Status CreateMatch(grpc::ServerContext* /*context*/,
                           const v1::CreateMatchRequest* /*request*/,
                           v1::CreateMatchResponse* response) override {
    const std::lock_guard lock(mutex_);
    response->set_match(absl::StrCat("match ", moves_.size()));
    response->add_tokens("token");
    response->add_tokens("");
    moves_[response->match()] = 0;
    return grpc::Status::OK;
  }

  grpc::Status GetMatch(grpc::ServerContext* /*context*/, const v1::GetMatchRequest* request,
                        v1::GetMatchResponse* response) override {
    const std::lock_guard lock(mutex_);
    *response->mutable_state() = StateAfter(moves_[request->match()]);
    return grpc::Status::OK;
  }

  grpc::Status ListMoves(grpc::ServerContext* /*context*/, const v1::ListMovesRequest* /*request*/,
                         v1::ListMovesResponse* response) override {
    response->add_moves()->set_text("forward");
    return grpc::Status::OK;
  }

  grpc::Status CommitMove(grpc::ServerContext* /*context*/, const v1::CommitMoveRequest* request,
                          v1::CommitMoveResponse* response) override {
    const std::lock_guard lock(mutex_);
    int& moves = moves_[request->match()];
    if (fault_ == Fault::kRefuses && moves >= kSoundMoves) {
      return {grpc::StatusCode::INTERNAL, "something is wrong"};
    }
    response->set_game_number(1);
    response->set_ply(request->expected_ply());
    if (fault_ != Fault::kLosesMoves || moves < kSoundMoves) {
      ++moves;
    }
    changed_.notify_all();
    return grpc::Status::OK;
  }

  grpc::Status WatchMatch(grpc::ServerContext* context, const v1::WatchMatchRequest* request,
                          grpc::ServerWriter<v1::WatchMatchResponse>* writer) override {
    std::unique_lock lock(mutex_);
    const int& moves = moves_[request->match()];
    auto told = static_cast<int>(request->cursor());
    for (bool first = true; !context->IsCancelled(); first = false) {
      if (first || told < moves) {
        const v1::WatchMatchResponse response = Tell(told, moves);
        told = moves;
        writer->Write(response);
      }
      if (fault_ == Fault::kEndsStreams && moves >= kSoundMoves) {
        return grpc::Status(grpc::StatusCode::OUT_OF_RANGE, "no such cursor");
      }
      changed_.wait_for(lock, std::chrono::milliseconds(10));
    }
    return grpc::Status::CANCELLED;
  }

  // The events from one to another; the cursor is the number of moves.
  v1::WatchMatchResponse Tell(int told, int moves) const {
    v1::WatchMatchResponse response;
    for (int cursor = told + 1; cursor <= moves; ++cursor) {
      const bool wrong = cursor == kSoundMoves + 1;
      if (wrong && fault_ == Fault::kTellsNot) {
        continue;
      }
      v1::MatchEvent event;
      event.set_cursor(cursor);
      event.set_kind(v1::MatchEvent::KIND_MOVED);
      event.set_game_number(1);
      event.set_ply(cursor - 1);
      event.set_text(wrong && fault_ == Fault::kTellsAnother ? "back" : "forward");
      *response.add_events() = event;
      if (wrong && fault_ == Fault::kTellsTwice) {
        *response.add_events() = event;
      }
    }
    *response.mutable_state() = StateAfter(moves);
    return response;
  }

  static v1::MatchState StateAfter(int moves) {
    v1::MatchState state;
    state.set_game_number(1);
    state.set_phase(v1::MatchState::PHASE_TO_MOVE);
    state.set_ply(moves);
    state.set_cursor(moves);
    state.add_players();
    state.add_players()->set_agent(true);
    state.mutable_description()->set_seat(v1::SEAT_0);
    state.mutable_description()->add_actors(v1::ACTOR_SEAT_0);
    return state;
  }

  const Fault fault_;
  std::string address_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_. The number of moves so far in each match.
  std::map<std::string, int> moves_;
  std::unique_ptr<grpc::Server> server_;
};

MatchTally TallyOf(Fault fault) {
  const OddService service(fault);
  const MatchLoad load = {.address = service.address(),
                          .seconds = 0.4,
                          .matches = 2,
                          .rate = 100,
                          .clients = 1,
                          .games = {"forward"},
                          .name = "a load for a test"};
  MatchClient client(load, 0);
  client.Begin();
  client.Play();
  return client.tally();
}

TEST(MatchClientTest, FindsNothingWhereNothingIsWrong) {
  const MatchTally tally = TallyOf(Fault::kNone);
  EXPECT_TRUE(tally.Good()) << tally.error;
  EXPECT_GT(tally.commit_ms.size(), 2u);
}

TEST(MatchClientTest, FindsAMoveThatIsLost) {
  const MatchTally tally = TallyOf(Fault::kLosesMoves);
  EXPECT_FALSE(tally.Good());
  EXPECT_EQ(tally.told_lost, 2) << "one of each match";
  EXPECT_EQ(tally.told_doubled, 0);
}

TEST(MatchClientTest, FindsAnEventThatIsToldTwice) {
  const MatchTally tally = TallyOf(Fault::kTellsTwice);
  EXPECT_FALSE(tally.Good());
  EXPECT_EQ(tally.faults.told_twice, 2);
  EXPECT_EQ(tally.faults.gaps, 0);
}

TEST(MatchClientTest, FindsAnEventThatIsNotTold) {
  const MatchTally tally = TallyOf(Fault::kTellsNot);
  EXPECT_FALSE(tally.Good());
  EXPECT_EQ(tally.faults.gaps, 2);
  EXPECT_EQ(tally.told_lost, 2);
}

TEST(MatchClientTest, FindsAMoveThatNobodyMade) {
  const MatchTally tally = TallyOf(Fault::kTellsAnother);
  EXPECT_FALSE(tally.Good());
  EXPECT_EQ(tally.told_lost, 2);
  EXPECT_EQ(tally.told_doubled, 2);
}

TEST(MatchClientTest, FindsACallThatFails) {
  const MatchTally tally = TallyOf(Fault::kRefuses);
  EXPECT_FALSE(tally.Good());
  EXPECT_FALSE(tally.refused.empty());
}

TEST(MatchClientTest, FindsAStreamThatEnds) {
  const MatchTally tally = TallyOf(Fault::kEndsStreams);
  EXPECT_FALSE(tally.Good());
  EXPECT_GT(tally.faults.refused, 0);
}

}  // namespace
}  // namespace kvintet::testing
