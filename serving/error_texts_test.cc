// Tests of error texts: each says what was wanted, so that the reader can correct the request.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::kTimeout;
using ::testing::Not;
using testing::ServedTest;

// Matches a refusal with this reason and field whose text contains this part.
MATCHER_P3(IsTold, reason, field, part, "") {
  const absl::Status& status = testing::StatusOf(arg);
  *result_listener << "which is " << status.ToString() << ", field " << FieldOf(status);
  return ReasonOf(status) == reason && FieldOf(status) == field &&
         status.message().find(part) != absl::string_view::npos;
}

// The last text in quotes.
std::string LastQuoted(const absl::Status& status) {
  const std::string text(status.message());
  const size_t end = text.rfind('\'');
  const size_t begin = text.rfind('\'', end - 1) + 1;
  return text.substr(begin, end - begin);
}

// The text of a position of a game in which a seat has begun a move of several actions.
std::string MiddleOfAMove(const std::string& name) {
  const std::unique_ptr<envs::Game> game = *envs::MakeGame(name);
  RandomStream random(1, 0, 0, Purpose::kTest);
  envs::Playthrough play(*game);
  while (play.Actors().Has(envs::Actor::kChance) || play.BetweenMoves()) {
    const envs::Actor actor = play.Actors().First();
    if (actor == envs::Actor::kChance) {
      play.ApplyChance(&random);
    } else {
      const envs::ViewBuffer view = play.View(envs::SeatOf(actor));
      EXPECT_OK(play.Apply(actor, envs::LegalList(*game, view.Span()).front()));
    }
  }
  return game->PositionText(play.Position());
}

class ErrorTextsTest : public ServedTest {
 protected:
  void SetUp() override {
    config_.set_threads(1);
    config_.set_matches(folder_.Path("matches"));
    Start();
  }

  using Setter = std::function<void(v1::GameState*)>;
  absl::Status Describe(const Setter& set) {
    v1::DescribeRequest request;
    set(request.mutable_state());
    return client_->Call<v1::DescribeResponse>(request, kTimeout).status();
  }
  absl::Status DescribeRecord(const std::string& record) {
    return Describe([&](v1::GameState* state) { state->set_record(record); });
  }
  absl::Status DescribePosition(const std::string& game, const std::string& position) {
    return Describe([&](v1::GameState* state) {
      state->set_game(game);
      state->set_position(position);
    });
  }
  absl::StatusOr<v1::ApplyResponse> Apply(const std::string& record, const std::string& move,
                                          v1::Actor actor = v1::ACTOR_UNSPECIFIED) {
    v1::ApplyRequest request;
    request.mutable_state()->set_record(record);
    request.set_actor(actor);
    request.set_move(move);
    return client_->Call<v1::ApplyResponse>(request, kTimeout);
  }

  absl::Status Create(const v1::CreateMatchRequest& request) {
    const auto created = client_->Call<v1::CreateMatchResponse>(request, kTimeout);
    if (created.ok()) {
      match_ = *created;
    }
    return created.status();
  }
  static v1::CreateMatchRequest Between(const std::string& game) {
    v1::CreateMatchRequest request;
    request.set_game(game);
    request.add_players()->set_person("Ada");
    request.add_players()->set_person("Bob");
    return request;
  }
  absl::Status Commit(int player, int game_number, int ply, const std::string& move) {
    v1::CommitMoveRequest request;
    request.set_match(match_.match());
    request.set_token(match_.tokens(player));
    request.set_game_number(game_number);
    request.set_expected_ply(ply);
    request.set_move(move);
    return client_->Call<v1::CommitMoveResponse>(request, kTimeout).status();
  }
  // The record that spectators of the match see.
  std::string Record() {
    v1::GetMatchRequest request;
    request.set_match(match_.match());
    const auto seen = client_->Call<v1::GetMatchResponse>(request, kTimeout);
    KVINTET_CHECK(seen.ok());
    return seen->state().description().seat_record();
  }

  v1::CreateMatchResponse match_;
};

TEST_F(ErrorTextsTest, WhatIsNoRecordIsToldSoWithTheForm) {
  constexpr auto kBad = v1::REASON_BAD_NOTATION;
  EXPECT_THAT(
      DescribeRecord("renju h8 i9 j7"),
      IsTold(kBad, "state.record", "a record is a game and then its events, separated by ';'"));
  EXPECT_THAT(DescribeRecord("renju h8 i9 j7").ToString(), Not(HasSubstr("no game")));
  EXPECT_THAT(DescribeRecord("h8 i9 j7"), IsTold(kBad, "state.record", "'renju; 0 h8; 0 i9'"));
  EXPECT_THAT(DescribeRecord("chess; 0 e4"),
              IsTold(v1::REASON_UNKNOWN_GAME, "state.record", "no game 'chess'"));
  EXPECT_THAT(Describe([](v1::GameState* state) {
                state->set_game("renju");
                state->set_record("h8 i9 j7");
              }),
              IsTold(kBad, "state.record", "a record is a game"));
  EXPECT_THAT(Describe([](v1::GameState* state) {
                state->set_seat_record("kuhn deal J");
                state->set_seat(v1::SEAT_0);
              }),
              IsTold(kBad, "state.seat_record", "as in 'kuhn; chance deal J;"));
}

// The form that an error text shows can be parsed as a record, for every game.
TEST_F(ErrorTextsTest, TheFormOfARecordIsOneOfThatGame) {
  for (const std::string& game : envs::GameNames()) {
    const std::string text(DescribeRecord(game + " z9").message());
    const size_t begin = text.find("'" + game + ";") + 1;
    ASSERT_NE(begin, 0u) << text;
    EXPECT_THAT(DescribeRecord(text.substr(begin, text.find('\'', begin) - begin)), IsOk()) << text;
  }
}

TEST_F(ErrorTextsTest, APositionThatIsNoneIsToldWithOneOfThatGame) {
  for (const std::string& game : envs::GameNames()) {
    const absl::Status refused = DescribePosition(game, "nonsense");
    EXPECT_THAT(refused, IsTold(v1::REASON_BAD_NOTATION, "state.position", "; for example '"));
    EXPECT_THAT(DescribePosition(game, LastQuoted(refused)), IsOk()) << refused;
  }
}

TEST_F(ErrorTextsTest, APositionInTheMiddleOfAMoveIsToldWhoHasBegunIt) {
  for (const char* game : {"konkvest", "punct", "renju", "tantrix"}) {
    const absl::Status refused = DescribePosition(game, MiddleOfAMove(game));
    EXPECT_THAT(refused, IsTold(v1::REASON_BAD_NOTATION, "state.position",
                                "wanted a position between moves, and here seat "));
    EXPECT_THAT(DescribePosition(game, LastQuoted(refused)), IsOk()) << refused;
  }
}

TEST_F(ErrorTextsTest, FewLegalMovesAreNamed) {
  EXPECT_THAT(Apply("renju", "h9"),
              IsTold(v1::REASON_ILLEGAL_MOVE, "move", "; the legal move is h8"));
  EXPECT_THAT(Apply("tic_tac_toe; 0 a1; 1 b1; 0 c1; 1 b2", "z9"),
              IsTold(v1::REASON_ILLEGAL_MOVE, "move", "; the legal moves are a2, c2, a3, b3, c3"));
  EXPECT_EQ(Apply("tic_tac_toe", "z9").status().message(), "'z9' is not one of the 9 legal moves");
}

TEST_F(ErrorTextsTest, AMoveInOtherCapitalsIsTakenWhereItIsOneMove) {
  ASSERT_OK_AND_ASSIGN(const v1::ApplyResponse applied, Apply("renju", "H8"));
  EXPECT_THAT(applied.state().record(), ::testing::EndsWith("; 0 h8"));
  ASSERT_OK_AND_ASSIGN(const v1::ApplyResponse placed,
                       Apply("kontranto; 0 circle; 1 circle", "C a1 a5 T b1 b5", v1::ACTOR_SEAT_0));
  EXPECT_THAT(placed.state().record(), HasSubstr("; 0 c A1 A5 t B1 B5"));
  v1::ApplyRequest own;
  own.mutable_state()->set_seat_record("kuhn; chance deal J; chance deal ?");
  own.mutable_state()->set_seat(v1::SEAT_0);
  own.set_move("BET");
  ASSERT_OK_AND_ASSIGN(const v1::ApplyResponse bet,
                       client_->Call<v1::ApplyResponse>(own, kTimeout));
  EXPECT_THAT(bet.state().seat_record(), HasSubstr("; 0 bet"));
}

// A match stores, and a commitment binds, the canonical text of the move.
TEST_F(ErrorTextsTest, AMatchTakesAMoveInOtherCapitalsToo) {
  ASSERT_THAT(Create(Between("tic_tac_toe")), IsOk());
  EXPECT_THAT(Commit(0, 1, 0, "B2"), IsOk());
  EXPECT_EQ(Record(), "tic_tac_toe; 0 b2");
  ASSERT_THAT(Create(Between("kontranto")), IsOk());
  EXPECT_THAT(Commit(0, 1, 0, "Circle"), IsOk());
  EXPECT_THAT(Commit(1, 1, 0, "TRIANGLE"), IsOk());
  EXPECT_THAT(Record(), HasSubstr("; 0 circle; 1 triangle"));
}

// A record is history, so it must match exactly.
TEST_F(ErrorTextsTest, ARecordInOtherCapitalsIsRefused) {
  EXPECT_THAT(DescribeRecord("renju; 0 H8"),
              IsTold(v1::REASON_BAD_NOTATION, "state.record", "event 1 (0 H8)"));
}

TEST_F(ErrorTextsTest, AForgottenGameNumberIsNoRace) {
  ASSERT_THAT(Create(Between("tic_tac_toe")), IsOk());
  EXPECT_THAT(Commit(0, 0, 0, "b2"),
              IsTold(v1::REASON_BAD_FIELD, "game_number", "wanted 1 or more, found 0"));
  v1::ActRequest act;
  act.set_match(match_.match());
  act.set_token(match_.tokens(0));
  act.set_kind(v1::ActRequest::KIND_RESIGN);
  EXPECT_THAT(client_->Call<v1::ActResponse>(act, kTimeout),
              IsTold(v1::REASON_BAD_FIELD, "game_number", "wanted 1 or more, found 0"));
  v1::RematchRequest rematch;
  rematch.set_match(match_.match());
  rematch.set_token(match_.tokens(0));
  EXPECT_THAT(client_->Call<v1::RematchResponse>(rematch, kTimeout),
              IsTold(v1::REASON_BAD_FIELD, "game_number", "wanted 1 or more, found 0"));
  EXPECT_THAT(Commit(0, 2, 0, "b2"),
              IsTold(v1::REASON_STALE_PLY, "game_number", "the match is at game 1, not 2"));
}

TEST_F(ErrorTextsTest, WhoIsNotToMoveIsToldByField) {
  ASSERT_THAT(Create(Between("tic_tac_toe")), IsOk());
  EXPECT_THAT(Commit(1, 1, 0, "b2"),
              IsTold(v1::REASON_NOT_YOUR_TURN, "token", "not the turn of player 1"));
  EXPECT_THAT(Apply("tic_tac_toe", "b2", v1::ACTOR_SEAT_1),
              IsTold(v1::REASON_NOT_YOUR_TURN, "actor", "seat 1 need not act now, seat 0 does"));
}

TEST_F(ErrorTextsTest, AClockThatAGameHasNotIsToldWithThoseThatItHas) {
  v1::CreateMatchRequest request = Between("kontranto");
  request.mutable_clock()->set_kind(v1::Clock::KIND_STAGES);
  request.mutable_clock()->add_stages()->set_ms(1000);
  EXPECT_THAT(Create(request),
              IsTold(v1::REASON_BAD_FIELD, "clock.kind", "'none' or 'informative', not 'stages'"));
  request.set_game("tantrix");
  request.mutable_clock()->clear_stages();
  request.mutable_clock()->set_kind(v1::Clock::KIND_INFORMATIVE);
  EXPECT_THAT(Create(request), IsTold(v1::REASON_BAD_FIELD, "clock.kind",
                                      "'none' or 'penalty' or 'stages', not 'informative'"));
}

TEST_F(ErrorTextsTest, WhereChanceActsItIsToldHowToGoOn) {
  v1::ChooseMoveRequest request;
  request.mutable_state()->set_game("tantrix");
  EXPECT_THAT(client_->Call<v1::ChooseMoveResponse>(request, kTimeout),
              IsTold(v1::REASON_NOT_YOUR_TURN, "state.seat", "ListMoves lists its outcomes"));
}

}  // namespace
}  // namespace kvintet::serving
