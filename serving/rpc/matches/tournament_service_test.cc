// Tests of TournamentService: a tournament run by clients, a restart, and a refusal for each of its
// reasons.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"

#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/tournament_service.pb.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "tests/support/service/refusal_matchers.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::IsRefusedFor;
using testing::kTimeout;
using testing::ServedTest;

class DirectorServiceTest : public ServedTest {
 protected:
  DirectorServiceTest() {
    config_.set_threads(1);
    config_.set_matches(folder_.Path("matches"));
  }

  static v1::CreateTournamentRequest EventOf(const std::string& game) {
    v1::CreateTournamentRequest request;
    request.mutable_settings()->set_name("Open");
    request.mutable_settings()->set_game(game);
    return request;
  }
  void CreateTournament(const std::string& game) {
    ASSERT_OK_AND_ASSIGN(event_,
                         client_->Call<v1::CreateTournamentResponse>(EventOf(game), kTimeout));
  }
  v1::AddMatchesRequest Round() const {
    v1::AddMatchesRequest request;
    request.set_tournament(event_.tournament());
    request.set_token(event_.token());
    request.set_round(1);
    v1::TournamentPair* pair = request.add_pairs();
    pair->add_players()->set_person("Ada");
    pair->add_players()->set_person("Bob");
    return request;
  }
  void AddMatch() {
    ASSERT_OK_AND_ASSIGN(const v1::AddMatchesResponse added,
                         client_->Call<v1::AddMatchesResponse>(Round(), kTimeout));
    match_ = added.matches(0).match();
    tokens_.clear();
    for (const std::string& invitation : added.matches(0).invitations()) {
      v1::JoinMatchRequest join;
      join.set_match(match_);
      join.set_invitation(invitation);
      ASSERT_OK_AND_ASSIGN(const v1::JoinMatchResponse joined,
                           client_->Call<v1::JoinMatchResponse>(join, kTimeout));
      tokens_.push_back(joined.token());
    }
  }
  template <typename Request>
  Request Act() const {
    Request request;
    request.set_match(match_);
    request.set_token(event_.token());
    request.set_reason("as decided");
    return request;
  }

  v1::CreateTournamentResponse event_;
  std::string match_;
  std::vector<std::string> tokens_;
};

TEST_F(DirectorServiceTest, MatchesOfARoundWaitForItsHour) {
  Start();
  CreateTournament("renju");
  v1::AddMatchesRequest round = Round();
  round.set_start_ms(1);
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(round, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "start_ms"));
  round.set_start_ms(absl::ToUnixMillis(absl::Now()) + 3'600'000);
  ASSERT_THAT(client_->Call<v1::AddMatchesResponse>(round, kTimeout), IsOk());
  v1::GetTournamentRequest look;
  look.set_tournament(event_.tournament());
  ASSERT_OK_AND_ASSIGN(const v1::GetTournamentResponse seen,
                       client_->Call<v1::GetTournamentResponse>(look, kTimeout));
  ASSERT_EQ(seen.matches_size(), 1);
  EXPECT_EQ(seen.matches(0).start_ms(), round.start_ms());
  EXPECT_EQ(seen.matches(0).phase(), v1::MatchState::PHASE_OPEN);
}

TEST_F(DirectorServiceTest, WatchersAreToldAndARestartChangesNothing) {
  Start();
  CreateTournament("tic_tac_toe");
  AddMatch();
  ASSERT_THAT(client_->Call<v1::PauseMatchResponse>(Act<v1::PauseMatchRequest>(), kTimeout),
              IsOk());
  Start();
  ASSERT_THAT(client_->Call<v1::ResumeMatchResponse>(Act<v1::ResumeMatchRequest>(), kTimeout),
              IsOk());
  v1::DisqualifyRequest disqualify = Act<v1::DisqualifyRequest>();
  disqualify.set_player(1);
  ASSERT_THAT(client_->Call<v1::DisqualifyResponse>(disqualify, kTimeout), IsOk());
  v1::WatchMatchRequest watch;
  watch.set_match(match_);
  watch.set_token(tokens_[1]);
  std::vector<v1::DirectorAct::Kind> told;
  ASSERT_THAT(client_->Follow<v1::WatchMatchResponse>(watch, kTimeout,
                                                      [&](const v1::WatchMatchResponse& response) {
                                                        for (const v1::MatchEvent& event :
                                                             response.events()) {
                                                          if (event.has_act()) {
                                                            told.push_back(event.act().kind());
                                                          }
                                                        }
                                                        return told.size() < 3;
                                                      }),
              IsOk());
  EXPECT_EQ(told, (std::vector<v1::DirectorAct::Kind>{v1::DirectorAct::KIND_PAUSED,
                                                      v1::DirectorAct::KIND_RESUMED,
                                                      v1::DirectorAct::KIND_DISQUALIFIED}));
  v1::GetStandingsRequest request;
  request.set_tournament(event_.tournament());
  ASSERT_OK_AND_ASSIGN(const v1::GetStandingsResponse ranking,
                       client_->Call<v1::GetStandingsResponse>(request, kTimeout));
  ASSERT_EQ(ranking.standings_size(), 2);
  EXPECT_EQ(ranking.standings(0).player(), "Ada");
  EXPECT_EQ(ranking.standings(0).points(), 1);
}

TEST_F(DirectorServiceTest, BadField) {
  Start();
  CreateTournament("tic_tac_toe");
  AddMatch();
  v1::CreateTournamentRequest event = EventOf("tic_tac_toe");
  event.mutable_settings()->clear_name();
  EXPECT_THAT(client_->Call<v1::CreateTournamentResponse>(event, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "settings.name"));
  event = EventOf("tic_tac_toe");
  event.mutable_settings()->mutable_scoring()->set_win(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(client_->Call<v1::CreateTournamentResponse>(event, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "settings.scoring"));
  event = EventOf("tic_tac_toe");
  event.mutable_settings()->add_tie_breaks(v1::TIE_BREAK_UNSPECIFIED);
  EXPECT_THAT(client_->Call<v1::CreateTournamentResponse>(event, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "settings.tie_breaks"));
  event = EventOf("tic_tac_toe");
  event.set_request_id("short");
  EXPECT_THAT(client_->Call<v1::CreateTournamentResponse>(event, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "request_id"));
  v1::AddMatchesRequest round = Round();
  round.mutable_pairs(0)->mutable_players(1)->mutable_open();
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(round, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "pairs.players"));
  round = Round();
  round.mutable_pairs(0)->mutable_players()->RemoveLast();
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(round, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "pairs.players"));
  round = Round();
  round.set_paused_for("\n");
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(round, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "paused_for"));
  EXPECT_THAT(client_->Call<v1::AdjustClockResponse>(Act<v1::AdjustClockRequest>(), kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "clock_ms"));
  v1::AdjustPointsRequest points = Act<v1::AdjustPointsRequest>();
  points.add_points(0.25);
  points.add_points(0);
  EXPECT_THAT(client_->Call<v1::AdjustPointsResponse>(points, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "points"));
}

TEST_F(DirectorServiceTest, UnknownEventAndGame) {
  Start();
  v1::GetTournamentRequest request;
  request.set_tournament("nothing");
  EXPECT_THAT(client_->Call<v1::GetTournamentResponse>(request, kTimeout),
              IsRefusedFor(v1::REASON_UNKNOWN_TOURNAMENT, "tournament"));
  EXPECT_THAT(client_->Call<v1::CreateTournamentResponse>(EventOf("chess"), kTimeout),
              IsRefusedFor(v1::REASON_UNKNOWN_GAME, "settings.game"));
}

TEST_F(DirectorServiceTest, BadToken) {
  Start();
  CreateTournament("tic_tac_toe");
  AddMatch();
  v1::VoidMatchRequest request = Act<v1::VoidMatchRequest>();
  request.set_token(tokens_[0]);
  EXPECT_THAT(client_->Call<v1::VoidMatchResponse>(request, kTimeout),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
}

TEST_F(DirectorServiceTest, T7_APairHasTheColoursThatItWishes) {
  Start();
  CreateTournament("tantrix");
  v1::AddMatchesRequest round = Round();
  round.mutable_pairs(0)->mutable_players(1)->mutable_colours()->set_first("blue");
  ASSERT_OK_AND_ASSIGN(const v1::AddMatchesResponse added,
                       client_->Call<v1::AddMatchesResponse>(round, kTimeout));
  v1::GetMatchRequest get;
  get.set_match(added.matches(0).match());
  get.set_token(event_.token());
  ASSERT_OK_AND_ASSIGN(const v1::GetMatchResponse seen,
                       client_->Call<v1::GetMatchResponse>(get, kTimeout));
  EXPECT_THAT(seen.state().description().game(), ::testing::HasSubstr("colours=red-blue"));
  round.mutable_pairs(0)->set_seats(v1::SEAT_ORDER_LOT);
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(round, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "pairs.players.colours"));
}

TEST_F(DirectorServiceTest, T7_AMatchIsDecidedAsADrawOrByPoints) {
  Start();
  CreateTournament("tic_tac_toe");
  AddMatch();
  v1::DecideMatchRequest decide = Act<v1::DecideMatchRequest>();
  EXPECT_THAT(client_->Call<v1::DecideMatchResponse>(decide, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "verdict"));
  decide.set_verdict(v1::DecideMatchRequest::VERDICT_POINTS);
  EXPECT_THAT(client_->Call<v1::DecideMatchResponse>(decide, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "points"));
  decide.add_points(0.2);
  decide.add_points(0.8);
  ASSERT_THAT(client_->Call<v1::DecideMatchResponse>(decide, kTimeout), IsOk());
  v1::GetStandingsRequest request;
  request.set_tournament(event_.tournament());
  ASSERT_OK_AND_ASSIGN(v1::GetStandingsResponse ranking,
                       client_->Call<v1::GetStandingsResponse>(request, kTimeout));
  EXPECT_EQ(ranking.standings(0).player(), "Bob");
  EXPECT_EQ(ranking.standings(0).points(), 0.8);
  EXPECT_EQ(ranking.standings(0).wins(), 1);
  decide.set_verdict(v1::DecideMatchRequest::VERDICT_DRAW);
  EXPECT_THAT(client_->Call<v1::DecideMatchResponse>(decide, kTimeout),
              IsRefusedFor(v1::REASON_BAD_FIELD, "points"));
  decide.clear_points();
  ASSERT_THAT(client_->Call<v1::DecideMatchResponse>(decide, kTimeout), IsOk());
  ASSERT_OK_AND_ASSIGN(ranking, client_->Call<v1::GetStandingsResponse>(request, kTimeout));
  EXPECT_EQ(ranking.standings(0).wins(), 0.5);
  EXPECT_EQ(ranking.standings(1).points(), 0.5);
  v1::GetMatchRequest look;
  look.set_match(match_);
  ASSERT_OK_AND_ASSIGN(const v1::GetMatchResponse seen,
                       client_->Call<v1::GetMatchResponse>(look, kTimeout));
  EXPECT_EQ(seen.state().acts(0).points_size(), 2);
  EXPECT_EQ(seen.state().acts(1).kind(), v1::DirectorAct::KIND_DECIDED);
  EXPECT_EQ(seen.state().acts(1).points_size(), 0);
}

TEST_F(DirectorServiceTest, T7_ASectionIsJoinedWithADirectorsToken) {
  Start();
  v1::CreateTournamentRequest request = EventOf("tantrix");
  request.mutable_settings()->set_section("Spring");
  ASSERT_OK_AND_ASSIGN(event_, client_->Call<v1::CreateTournamentResponse>(request, kTimeout));
  request.mutable_settings()->clear_section();
  request.mutable_joins()->set_tournament(event_.tournament());
  request.mutable_joins()->set_token("guessed");
  EXPECT_THAT(client_->Call<v1::CreateTournamentResponse>(request, kTimeout),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "joins.token"));
  request.mutable_joins()->set_token(event_.token());
  ASSERT_OK_AND_ASSIGN(const v1::CreateTournamentResponse made,
                       client_->Call<v1::CreateTournamentResponse>(request, kTimeout));
  v1::GetTournamentRequest look;
  look.set_tournament(made.tournament());
  ASSERT_OK_AND_ASSIGN(const v1::GetTournamentResponse seen,
                       client_->Call<v1::GetTournamentResponse>(look, kTimeout));
  EXPECT_EQ(seen.tournament().settings().section(), "Spring");
  EXPECT_EQ(seen.tournament().section_id(), event_.tournament());
}

TEST_F(DirectorServiceTest, T7_TheDirectorSaysThatAPauseWasWrong) {
  Start();
  CreateTournament("tantrix");
  AddMatch();
  v1::ResumeMatchRequest resume = Act<v1::ResumeMatchRequest>();
  const auto say = [&](int player, v1::ActRequest::Kind kind) {
    v1::ActRequest request;
    request.set_match(match_);
    request.set_token(tokens_[static_cast<size_t>(player)]);
    request.set_game_number(1);
    request.set_kind(kind);
    return client_->Call<v1::ActResponse>(request, kTimeout).status();
  };
  ASSERT_THAT(say(0, v1::ActRequest::KIND_READY), IsOk());
  ASSERT_THAT(say(1, v1::ActRequest::KIND_READY), IsOk());
  ASSERT_THAT(say(0, v1::ActRequest::KIND_PAUSE), IsOk());
  ASSERT_THAT(say(1, v1::ActRequest::KIND_CONTEST_PAUSE), IsOk());
  v1::GetMatchRequest look;
  look.set_match(match_);
  ASSERT_OK_AND_ASSIGN(v1::GetMatchResponse seen,
                       client_->Call<v1::GetMatchResponse>(look, kTimeout));
  EXPECT_TRUE(seen.state().pause_contested());
  resume.set_pause_was_wrong(true);
  ASSERT_THAT(client_->Call<v1::ResumeMatchResponse>(resume, kTimeout), IsOk());
  ASSERT_OK_AND_ASSIGN(seen, client_->Call<v1::GetMatchResponse>(look, kTimeout));
  EXPECT_FALSE(seen.state().pause_contested());
  EXPECT_TRUE(seen.state().acts(0).pause_was_wrong());
  EXPECT_GT(seen.state().players(1).left_ms(), 20 * 60 * 1000);
}

TEST_F(DirectorServiceTest, TooManyMatches) {
  config_.set_max_matches(1);
  Start();
  CreateTournament("tic_tac_toe");
  AddMatch();
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(Round(), kTimeout),
              IsRefusedFor(v1::REASON_TOO_MANY_MATCHES, ""));
}

TEST_F(DirectorServiceTest, TooManyEvents) {
  config_.set_max_tournaments(1);
  Start();
  CreateTournament("tic_tac_toe");
  EXPECT_THAT(client_->Call<v1::CreateTournamentResponse>(EventOf("tic_tac_toe"), kTimeout),
              IsRefusedFor(v1::REASON_TOO_MANY_TOURNAMENTS, ""));
}

TEST_F(DirectorServiceTest, NoMatches) {
  config_.clear_matches();
  Start();
  EXPECT_THAT(client_->Call<v1::CreateTournamentResponse>(EventOf("tic_tac_toe"), kTimeout),
              IsRefusedFor(v1::REASON_NO_MATCHES, ""));
}

}  // namespace
}  // namespace kvintet::serving
