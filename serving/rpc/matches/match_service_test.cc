// Tests of MatchService: matches between clients and agents, streams, repeated requests, restarts.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/time/clock.h"
#include "absl/time/time.h"

#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "matches/game/commitment.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::kTimeout;
using testing::ServedTest;
using testing::StatusIs;

class MatchServiceTest : public ServedTest, public ::testing::WithParamInterface<const char*> {
 protected:
  MatchServiceTest() {
    config_.set_threads(1);
    config_.set_matches(folder_.Path("matches"));
    search_.simulations = 2;
  }

  static v1::CreateMatchRequest Between(const std::string& game, bool first_agent,
                                        bool second_agent) {
    v1::CreateMatchRequest request;
    request.set_game(game);
    for (const bool agent : {first_agent, second_agent}) {
      v1::NewPlayer* player = request.add_players();
      if (agent) {
        player->mutable_agent()->set_simulations(2);
        player->mutable_agent()->set_allow_rollouts(true);
      } else {
        player->set_person("somebody");
      }
    }
    return request;
  }

  void Create(const v1::CreateMatchRequest& request) {
    const auto created = client_->Call<v1::CreateMatchResponse>(request, kTimeout);
    ASSERT_THAT(created, IsOk());
    match_ = created->match();
    tokens_ = {created->tokens(0), created->tokens(1)};
  }

  v1::MatchState See(const std::string& token = "") {
    v1::GetMatchRequest request;
    request.set_match(match_);
    request.set_token(token);
    const auto response = client_->Call<v1::GetMatchResponse>(request, kTimeout);
    EXPECT_THAT(response, IsOk());
    return response.ok() ? response->state() : v1::MatchState();
  }

  v1::CommitMoveRequest Move(int player, const v1::MatchState& state, const std::string& move) {
    v1::CommitMoveRequest request;
    request.set_match(match_);
    request.set_token(tokens_[static_cast<size_t>(player)]);
    request.set_game_number(state.game_number());
    request.set_expected_ply(state.ply());
    request.set_move(move);
    return request;
  }

  absl::Status Act(int player, v1::ActRequest::Kind kind) {
    v1::ActRequest request;
    request.set_match(match_);
    request.set_token(tokens_[static_cast<size_t>(player)]);
    request.set_game_number(See().game_number());
    request.set_kind(kind);
    return client_->Call<v1::ActResponse>(request, kTimeout).status();
  }

  // The viewer's first legal move, found through RulesService from the viewer's own record alone.
  std::string FirstMove(const v1::MatchState& state) {
    v1::ListMovesRequest request;
    request.mutable_state()->set_seat_record(state.description().seat_record());
    request.mutable_state()->set_seat(state.description().seat());
    request.set_page_size(1);
    const auto moves = client_->Call<v1::ListMovesResponse>(request, kTimeout);
    EXPECT_THAT(moves, IsOk());
    return moves.ok() && moves->moves_size() > 0 ? moves->moves(0).text() : "";
  }

  static bool MustAct(const v1::MatchState& state) {
    const bool play = state.phase() == v1::MatchState::PHASE_TO_MOVE ||
                      state.phase() == v1::MatchState::PHASE_COMMIT;
    bool acts = false;
    for (const int actor : state.description().actors()) {
      acts = acts || actor == static_cast<int>(state.description().seat());
    }
    return play && acts && !state.has_own_commitment();
  }

  // Plays a person's moves until the game is over or has reached this number of plies.
  void PlayPerson(int player, int plies) {
    v1::MatchState state = See(tokens_[static_cast<size_t>(player)]);
    if (state.phase() == v1::MatchState::PHASE_READY) {
      ASSERT_THAT(Act(player, v1::ActRequest::KIND_READY), IsOk());
      state = See(tokens_[static_cast<size_t>(player)]);
    }
    while (MustAct(state) && state.ply() < plies) {
      const auto moved =
          client_->Call<v1::CommitMoveResponse>(Move(player, state, FirstMove(state)), kTimeout);
      // The agent commits first, so the person must wait for it.
      if (ReasonOf(moved.status()) != v1::REASON_AGENT_NOT_COMMITTED) {
        ASSERT_THAT(moved, IsOk());
      }
      state = See(tokens_[static_cast<size_t>(player)]);
    }
  }

  v1::GetReportResponse Report() {
    v1::GetReportRequest request;
    request.set_match(match_);
    const auto report = client_->Call<v1::GetReportResponse>(request, kTimeout);
    EXPECT_THAT(report, IsOk());
    return report.ok() ? *report : v1::GetReportResponse();
  }

  std::string match_;
  std::vector<std::string> tokens_;
};

TEST_P(MatchServiceTest, TwoClientsPlayAndGetAReport) {
  constexpr int kPlies = 40;
  Start();
  Create(Between(GetParam(), false, false));
  while (See().phase() != v1::MatchState::PHASE_OVER && See().ply() < kPlies) {
    PlayPerson(0, kPlies);
    PlayPerson(1, kPlies);
  }
  if (See().phase() != v1::MatchState::PHASE_OVER) {
    ASSERT_THAT(Act(1, v1::ActRequest::KIND_RESIGN), IsOk());
  }
  const v1::GetReportResponse report = Report();
  ASSERT_EQ(report.records_size(), 1);
  v1::DescribeRequest request;
  request.mutable_state()->set_record(report.records(0));
  EXPECT_THAT(client_->Call<v1::DescribeResponse>(request, kTimeout), IsOk());
  EXPECT_NE(report.text().find(report.records(0)), std::string::npos);
  EXPECT_FALSE(report.end().result().reason().empty());
}

TEST_P(MatchServiceTest, AClientPlaysAnAgent) {
  Start();
  Create(Between(GetParam(), false, true));
  constexpr int kPlies = 20;
  v1::WatchMatchRequest request;
  request.set_match(match_);
  request.set_token(tokens_[0]);
  const absl::Status watched = client_->Follow<v1::WatchMatchResponse>(
      request, kTimeout, [&](const v1::WatchMatchResponse& response) {
        if (response.has_state()) {
          PlayPerson(0, kPlies);
        }
        return response.state().phase() != v1::MatchState::PHASE_OVER &&
               response.state().ply() < kPlies;
      });
  EXPECT_THAT(watched, IsOk());
  EXPECT_GE(See().ply(), 5);
}

INSTANTIATE_TEST_SUITE_P(Games, MatchServiceTest,
                         ::testing::Values("kontranto", "renju", "punct", "konkvest", "tantrix",
                                           "tic_tac_toe"));

TEST_F(MatchServiceTest, AMatchThatWaitsForItsHourSaysSo) {
  Start();
  v1::CreateMatchRequest request = Between("renju", false, false);
  request.set_start_ms(absl::ToUnixMillis(absl::Now()) + 3'600'000);
  Create(request);
  EXPECT_EQ(See().phase(), v1::MatchState::PHASE_SCHEDULED);
  EXPECT_EQ(See().start_ms(), request.start_ms());
  ASSERT_THAT(Act(0, v1::ActRequest::KIND_READY), IsOk());
  EXPECT_TRUE(See().players(0).ready());
  ASSERT_OK_AND_ASSIGN(const v1::ListMatchesResponse listed,
                       client_->Call<v1::ListMatchesResponse>(v1::ListMatchesRequest(), kTimeout));
  ASSERT_EQ(listed.matches_size(), 1);
  EXPECT_EQ(listed.matches(0).start_ms(), request.start_ms());
}

TEST_F(MatchServiceTest, AnAgentPlaysOnWhereItsEnvironmentWouldEndTheGame) {
  Start();
  Create(Between("punct{max_plies=3}", false, true));
  constexpr int kPlies = 8;
  v1::WatchMatchRequest request;
  request.set_match(match_);
  request.set_token(tokens_[0]);
  ASSERT_THAT(client_->Follow<v1::WatchMatchResponse>(request, kTimeout,
                                                      [&](const v1::WatchMatchResponse& response) {
                                                        if (response.has_state()) {
                                                          PlayPerson(0, kPlies);
                                                        }
                                                        return response.state().ply() < kPlies;
                                                      }),
              IsOk());
  EXPECT_NE(See().phase(), v1::MatchState::PHASE_OVER);
  EXPECT_EQ(See().max_plies(), 0);
  EXPECT_EQ(See().history_plies(), 10'000);
  Create(Between("punct{max_plies=3}", true, true));
  EXPECT_EQ(See().max_plies(), 3);
}

TEST_F(MatchServiceTest, AgentsPlayAWholeMatchAndItsEventsHaveNoGap) {
  Start();
  Create(Between("goofspiel", true, true));
  EXPECT_TRUE(tokens_[0].empty());
  v1::WatchMatchRequest request;
  request.set_match(match_);
  int64_t cursor = 0;
  bool over = false;
  ASSERT_THAT(client_->Follow<v1::WatchMatchResponse>(
                  request, kTimeout,
                  [&](const v1::WatchMatchResponse& response) {
                    for (const v1::MatchEvent& event : response.events()) {
                      EXPECT_EQ(event.cursor(), ++cursor);
                      over = over || event.kind() == v1::MatchEvent::KIND_ENDED;
                    }
                    return !over;
                  }),
              IsOk());
  EXPECT_TRUE(over);
  EXPECT_EQ(See().cursor(), cursor);
}

TEST_F(MatchServiceTest, AnAgentsSealIsShownBeforeThePersonsChoiceAndOpenedAfterIt) {
  Start();
  Create(Between("kontranto", false, true));
  v1::WatchMatchRequest request;
  request.set_match(match_);
  request.set_token(tokens_[0]);
  std::string seal;
  bool opened = false;
  ASSERT_THAT(
      client_->Follow<v1::WatchMatchResponse>(
          request, kTimeout,
          [&](const v1::WatchMatchResponse& response) {
            for (const v1::MatchEvent& event : response.events()) {
              if (event.kind() == v1::MatchEvent::KIND_COMMITTED && event.player() == 1 &&
                  event.ply() == 0) {
                EXPECT_TRUE(event.commitment().move().empty());
                seal = event.commitment().digest();
              }
              if (event.kind() == v1::MatchEvent::KIND_MOVED && event.player() == 1) {
                EXPECT_EQ(event.commitment().digest(), seal);
                EXPECT_EQ(matches::CommitmentTo({match_, 1, 0, 1, event.commitment().nonce(),
                                                 event.commitment().move()}),
                          seal);
                opened = true;
              }
            }
            if (!seal.empty() && !opened) {
              EXPECT_THAT(client_->Call<v1::CommitMoveResponse>(Move(0, See(), "circle"), kTimeout),
                          IsOk());
            }
            return !opened;
          }),
      IsOk());
  EXPECT_TRUE(opened);
}

TEST_F(MatchServiceTest, ARepeatedRequestIsAnsweredAgain) {
  Start();
  v1::CreateMatchRequest create = Between("tic_tac_toe", false, false);
  create.set_request_id("0123456789abcdef");
  Create(create);
  const std::string match = match_;
  const std::string token = tokens_[1];
  Create(create);
  EXPECT_EQ(match_, match);
  EXPECT_EQ(tokens_[1], token);
  v1::CommitMoveRequest move = Move(0, See(), "a1");
  move.set_request_id("1");
  ASSERT_THAT(client_->Call<v1::CommitMoveResponse>(move, kTimeout), IsOk());
  ASSERT_OK_AND_ASSIGN(const v1::CommitMoveResponse again,
                       client_->Call<v1::CommitMoveResponse>(move, kTimeout));
  EXPECT_EQ(again.ply(), 0);
  EXPECT_EQ(See().ply(), 1);
  move.set_move("b1");
  EXPECT_THAT(client_->Call<v1::CommitMoveResponse>(move, kTimeout),
              StatusIs(absl::StatusCode::kInvalidArgument, "request_id"));
}

TEST_F(MatchServiceTest, GoesOnAfterARestart) {
  Start();
  Create(Between("tic_tac_toe", false, true));
  PlayPerson(0, 1);
  const int64_t cursor = See().cursor();
  Start();
  v1::WatchMatchRequest request;
  request.set_match(match_);
  request.set_token(tokens_[0]);
  request.set_cursor(cursor);
  bool over = false;
  ASSERT_THAT(client_->Follow<v1::WatchMatchResponse>(request, kTimeout,
                                                      [&](const v1::WatchMatchResponse& response) {
                                                        PlayPerson(0, 9);
                                                        over = response.state().phase() ==
                                                               v1::MatchState::PHASE_OVER;
                                                        return !over;
                                                      }),
              IsOk());
  EXPECT_TRUE(over);
}

TEST_F(MatchServiceTest, RefusesCheats) {
  Start();
  Create(Between("kontranto", false, false));
  const std::string other = match_;
  const std::string others_token = tokens_[0];
  Create(Between("kontranto", false, false));
  const v1::MatchState state = See();
  const std::string known = See(tokens_[1]).description().SerializeAsString();
  v1::CommitMoveRequest move = Move(0, state, "circle");
  move.set_token(others_token);
  EXPECT_THAT(client_->Call<v1::CommitMoveResponse>(move, kTimeout),
              StatusIs(absl::StatusCode::kUnauthenticated, "token"));
  ASSERT_THAT(client_->Call<v1::CommitMoveResponse>(Move(0, state, "circle"), kTimeout), IsOk());
  EXPECT_THAT(client_->Call<v1::CommitMoveResponse>(Move(0, state, "triangle"), kTimeout),
              StatusIs(absl::StatusCode::kAlreadyExists));
  EXPECT_EQ(See(tokens_[1]).description().SerializeAsString(), known);
  EXPECT_FALSE(See(tokens_[1]).has_own_commitment());
  EXPECT_FALSE(See().has_own_commitment());
  EXPECT_EQ(See(tokens_[0]).own_commitment().move(), "circle");
  v1::WatchMatchRequest watch;
  watch.set_match(match_);
  watch.set_token(others_token);
  EXPECT_THAT(
      client_->Follow<v1::WatchMatchResponse>(watch, kTimeout, [](const auto&) { return true; }),
      StatusIs(absl::StatusCode::kUnauthenticated, "token"));
  v1::GetReportRequest report;
  report.set_match(match_);
  report.set_token(tokens_[0]);
  EXPECT_THAT(client_->Call<v1::GetReportResponse>(report, kTimeout),
              StatusIs(absl::StatusCode::kFailedPrecondition, "in play"));
}

TEST_F(MatchServiceTest, RefusesWhatCannotBe) {
  Start();
  v1::CreateMatchRequest request = Between("no_such_game", false, false);
  EXPECT_THAT(client_->Call<v1::CreateMatchResponse>(request, kTimeout),
              StatusIs(absl::StatusCode::kNotFound));
  request = Between("renju", false, false);
  request.mutable_clock()->set_kind(v1::Clock::KIND_HOURGLASS);
  EXPECT_THAT(client_->Call<v1::CreateMatchResponse>(request, kTimeout),
              StatusIs(absl::StatusCode::kInvalidArgument, "clock"));
  request = Between("renju", false, false);
  request.add_players();
  EXPECT_THAT(client_->Call<v1::CreateMatchResponse>(request, kTimeout),
              StatusIs(absl::StatusCode::kInvalidArgument, "players"));
  v1::GetMatchRequest get;
  get.set_match("nothing");
  EXPECT_THAT(client_->Call<v1::GetMatchResponse>(get, kTimeout),
              StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(MatchServiceTest, T7_PlayersHaveTheColoursThatTheyWish) {
  Start();
  v1::CreateMatchRequest request = Between("tantrix", false, false);
  request.mutable_players(0)->mutable_colours()->set_first("green");
  request.mutable_players(0)->mutable_colours()->set_second("red");
  request.mutable_players(1)->mutable_colours()->set_first("green");
  request.mutable_players(1)->mutable_colours()->set_second("blue");
  Create(request);
  EXPECT_THAT(See().description().game(), ::testing::HasSubstr("colours=red-blue"));
  request.mutable_players(1)->mutable_colours()->set_second("red");
  EXPECT_THAT(client_->Call<v1::CreateMatchResponse>(request, kTimeout),
              StatusIs(absl::StatusCode::kInvalidArgument, "both players wish the same"));
}

TEST_F(MatchServiceTest, T7_WhoJoinsWishesColoursAndHasItsReportsInItsPalette) {
  Start();
  v1::CreateMatchRequest request = Between("tantrix", false, false);
  request.mutable_players(0)->mutable_colours()->set_first("green");
  request.mutable_players(1)->mutable_open();
  Create(request);
  v1::JoinMatchRequest join;
  join.set_match(match_);
  join.mutable_colours()->set_first("green");
  EXPECT_THAT(client_->Call<v1::JoinMatchResponse>(join, kTimeout),
              StatusIs(absl::StatusCode::kInvalidArgument, "both players wish the same"));
  join.mutable_colours()->set_first("blue");
  join.mutable_colours()->set_colour_blind(true);
  ASSERT_OK_AND_ASSIGN(const v1::JoinMatchResponse joined,
                       client_->Call<v1::JoinMatchResponse>(join, kTimeout));
  EXPECT_THAT(See().description().game(), ::testing::HasSubstr("colours=green-blue"));
  EXPECT_FALSE(See().players(0).colour_blind());
  EXPECT_TRUE(See().players(1).colour_blind());
  EXPECT_TRUE(See().players(1).has_late_ms());
  tokens_[1] = joined.token();
  // Enough tiles that one of them has green, whatever is drawn.
  for (int turn = 0; turn < 24; ++turn) {
    PlayPerson(turn % 2, 60);
  }
  ASSERT_THAT(Act(1, v1::ActRequest::KIND_RESIGN), IsOk());
  v1::GetReportRequest report;
  report.set_match(match_);
  report.set_pdf(true);
  const auto pdf = [&](const std::string& token, bool colour_blind) {
    report.set_token(token);
    report.set_colour_blind(colour_blind);
    const auto got = client_->Call<v1::GetReportResponse>(report, kTimeout);
    return got.ok() ? got->pdf() : std::string(got.status().message());
  };
  const std::string usual = pdf("", false);
  if (usual.find("%PDF") != 0) {
    GTEST_SKIP() << usual;
  }
  EXPECT_NE(pdf("", true), usual);
  EXPECT_EQ(pdf(tokens_[1], false), pdf("", true));
  EXPECT_EQ(pdf(tokens_[0], false), usual);
}

TEST_F(MatchServiceTest, WithoutAFolderNoMatchesAreKept) {
  config_.clear_matches();
  Start();
  constexpr auto kFailed = absl::StatusCode::kFailedPrecondition;
  EXPECT_THAT(client_->Call<v1::CreateMatchResponse>(Between("renju", false, false), kTimeout),
              StatusIs(kFailed, "keeps no matches"));
  EXPECT_THAT(client_->Follow<v1::WatchMatchResponse>(v1::WatchMatchRequest(), kTimeout,
                                                      [](const auto&) { return true; }),
              StatusIs(kFailed, "keeps no matches"));
}

TEST_F(MatchServiceTest, StopsWhileStreamsAreOpen) {
  Start();
  Create(Between("renju", false, false));
  v1::WatchMatchRequest request;
  request.set_match(match_);
  EXPECT_THAT(
      client_->Follow<v1::WatchMatchResponse>(request, kTimeout,
                                              [&](const v1::WatchMatchResponse&) {
                                                server_->Shutdown(std::chrono::milliseconds(5000));
                                                return true;
                                              }),
      StatusIs(absl::StatusCode::kUnavailable));
}

TEST_F(MatchServiceTest, RefusesMoreWatchersThanItMayServe) {
  config_.set_max_watchers(1);
  Start();
  Create(Between("renju", false, false));
  v1::WatchMatchRequest request;
  request.set_match(match_);
  EXPECT_THAT(client_->Follow<v1::WatchMatchResponse>(
                  request, kTimeout,
                  [&](const v1::WatchMatchResponse&) {
                    EXPECT_THAT(client_->Follow<v1::WatchMatchResponse>(
                                    request, kTimeout, [](const auto&) { return true; }),
                                StatusIs(absl::StatusCode::kResourceExhausted, "watch"));
                    return false;
                  }),
              IsOk());
}

}  // namespace
}  // namespace kvintet::serving
