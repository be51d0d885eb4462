// Tests of what Analyze says its answers rest on: payoff tables and beliefs, as clients see them.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "envs/held_things.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "serving/client.h"
#include "tests/support/evaluations.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using envs::Seat;
using testing::IsOk;
using testing::kTimeout;
using testing::ServedTest;

// Both place their pieces.
constexpr char kPlacing[] = "kontranto; 0 triangle; 1 circle";

class ExplanationTest : public ServedTest {
 protected:
  void SetUp() override { Start(); }

  static v1::AnalyzeRequest Request(const std::string& record, v1::Seat seat, int simulations) {
    v1::AnalyzeRequest request;
    request.mutable_state()->set_record(record);
    request.mutable_state()->set_seat(seat);
    request.set_simulations(simulations);
    request.set_omniscient(true);
    request.set_explain(true);
    request.set_seed(1);
    return request;
  }
  // The last message, without what depends on time.
  v1::AnalyzeResponse Analyze(const v1::AnalyzeRequest& request) {
    v1::AnalyzeResponse last;
    EXPECT_THAT(client_->Follow<v1::AnalyzeResponse>(request, kTimeout,
                                                     [&](const v1::AnalyzeResponse& message) {
                                                       last = message;
                                                       return true;
                                                     }),
                IsOk());
    EXPECT_TRUE(last.final());
    last.clear_milliseconds();
    last.clear_sequence();
    return last;
  }
  v1::AnalyzeResponse Analyze(const std::string& record, v1::Seat seat, int simulations = 32) {
    return Analyze(Request(record, seat, simulations));
  }
};

// Plays a random game until a seat must act and `wanted` returns true for its view; none if the
// game ends before.
std::optional<envs::Playthrough> PlayUntil(const envs::Game& game, uint32_t number,
                                           const std::function<bool(envs::ConstViews)>& wanted) {
  RandomStream random(5, number, 0, Purpose::kTest);
  envs::Playthrough play(game);
  while (!play.Ended()) {
    if (play.Actors().Has(envs::Actor::kChance)) {
      play.ApplyChance(&random);
      continue;
    }
    const envs::Actor actor = play.Actors().First();
    const envs::ViewBuffer view = play.View(envs::SeatOf(actor));
    if (wanted(view.Span())) {
      return play;
    }
    const auto legal = envs::LegalList(game, view.Span());
    EXPECT_OK(play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]));
  }
  return std::nullopt;
}

Seat ToAct(const envs::Playthrough& play) { return envs::SeatOf(play.Actors().First()); }
v1::Seat Named(Seat seat) { return seat == Seat::k0 ? v1::SEAT_0 : v1::SEAT_1; }

double SumOf(const v1::MixedStrategy& strategy) {
  double sum = strategy.left_out();
  for (const v1::MixedMove& move : strategy.moves()) {
    sum += move.probability();
  }
  return sum;
}

// Checks what holds for every table.
void ExpectSound(const v1::AnalyzeResponse& answer) {
  const v1::PayoffTable& table = answer.payoff_table();
  ASSERT_EQ(table.payoffs_size(), table.own().moves_size() * table.other().moves_size());
  EXPECT_NEAR(table.value(), answer.win() - answer.loss(), 1e-9);
  for (const auto* strategy : {&table.own(), &table.other()}) {
    EXPECT_NEAR(SumOf(*strategy), 1, 1e-9);
    EXPECT_LE(strategy->moves_size(), 12);
    EXPECT_EQ(strategy->moves_size(), std::min(12, strategy->considered()));
    EXPECT_TRUE(std::ranges::any_of(strategy->moves(), &v1::MixedMove::best_response));
    std::set<std::string> texts;
    for (int i = 0; i < strategy->moves_size(); ++i) {
      texts.insert(strategy->moves(i).move());
      EXPECT_TRUE(i == 0 ||
                  strategy->moves(i).probability() <= strategy->moves(i - 1).probability());
    }
    EXPECT_EQ(std::ssize(texts), strategy->moves_size());
  }
  for (const double payoff : table.payoffs()) {
    EXPECT_LE(std::abs(payoff), 1);
  }
}

TEST_F(ExplanationTest, ATablesRowsTimesTheOthersMixAreTheValuesTold) {
  const v1::AnalyzeResponse answer = Analyze(kPlacing, v1::SEAT_0);
  ASSERT_TRUE(answer.has_payoff_table());
  EXPECT_FALSE(answer.has_belief());
  ExpectSound(answer);
  const v1::PayoffTable& table = answer.payoff_table();
  ASSERT_EQ(table.own().moves_size(), table.own().considered());
  ASSERT_EQ(table.other().moves_size(), table.other().considered());
  const int columns = table.other().moves_size();
  double value = 0;
  std::vector<double> worths;
  for (int i = 0; i < table.own().moves_size(); ++i) {
    double worth = 0;
    for (int j = 0; j < columns; ++j) {
      worth += table.other().moves(j).probability() * table.payoffs(i * columns + j);
    }
    EXPECT_NEAR(table.own().moves(i).value(), worth, 1e-9);
    value += table.own().moves(i).probability() * worth;
    worths.push_back(worth);
  }
  EXPECT_NEAR(table.value(), value, 1e-9);
  const double best = *std::ranges::max_element(worths);
  for (int i = 0; i < table.own().moves_size(); ++i) {
    EXPECT_EQ(table.own().moves(i).best_response(), worths[static_cast<size_t>(i)] >= best - 1e-9);
  }
  // The candidates' probabilities are those of the table, by first action.
  for (const v1::Candidate& candidate : answer.candidates()) {
    double sum = 0;
    for (const v1::MixedMove& move : table.own().moves()) {
      sum += move.move().starts_with(candidate.action()) ? move.probability() : 0;
    }
    EXPECT_NEAR(candidate.policy(), sum, 1e-6) << candidate.action();
  }
}

TEST_F(ExplanationTest, BothSeatsAreToldTheSameTableEachFromItsSide) {
  const v1::PayoffTable first = Analyze(kPlacing, v1::SEAT_0).payoff_table();
  const v1::PayoffTable second = Analyze(kPlacing, v1::SEAT_1).payoff_table();
  EXPECT_EQ(first.value(), -second.value());
  ASSERT_EQ(first.own().moves_size(), second.other().moves_size());
  ASSERT_EQ(first.other().moves_size(), second.own().moves_size());
  for (int i = 0; i < first.own().moves_size(); ++i) {
    EXPECT_EQ(first.own().moves(i).move(), second.other().moves(i).move());
    EXPECT_EQ(first.own().moves(i).probability(), second.other().moves(i).probability());
    EXPECT_EQ(first.own().moves(i).value(), -second.other().moves(i).value());
    EXPECT_EQ(first.own().moves(i).best_response(), second.other().moves(i).best_response());
    for (int j = 0; j < first.other().moves_size(); ++j) {
      EXPECT_EQ(first.payoffs(i * first.other().moves_size() + j),
                -second.payoffs(j * second.other().moves_size() + i));
    }
  }
}

TEST_F(ExplanationTest, ALargeTableIsCutAndSaysSo) {
  const v1::AnalyzeResponse answer = Analyze("oshi_zumo{coins0=20,coins1=20}", v1::SEAT_0, 1000);
  ExpectSound(answer);
  EXPECT_GT(answer.payoff_table().own().considered(), 12);
  EXPECT_EQ(answer.payoff_table().payoffs_size(), 144);
}

TEST_F(ExplanationTest, NothingIsExplainedUnlessAskedOrWhereThereIsNothing) {
  v1::AnalyzeRequest request = Request(kPlacing, v1::SEAT_0, 32);
  request.set_explain(false);
  v1::AnalyzeResponse plain = Analyze(request);
  EXPECT_FALSE(plain.has_payoff_table());
  v1::AnalyzeResponse explained = Analyze(kPlacing, v1::SEAT_0);
  explained.clear_payoff_table();
  EXPECT_EQ(plain.SerializeAsString(), explained.SerializeAsString()) << "the answer is the same";
  for (const char* record : {"tic_tac_toe", "goofspiel; chance prize 5"}) {
    const v1::AnalyzeResponse answer = Analyze(record, v1::SEAT_0);
    EXPECT_FALSE(answer.has_payoff_table()) << record;
    EXPECT_FALSE(answer.has_belief()) << record;
  }
}

TEST_F(ExplanationTest, ABeliefCoversTheRackAndNothingThatIsSeen) {
  const auto game = testing::Game("tantrix");
  int decisions = 0;
  const auto play = PlayUntil(*game, 1, [&](envs::ConstViews) { return ++decisions > 20; });
  ASSERT_TRUE(play.has_value());
  const Seat seat = ToAct(*play);
  const v1::Belief belief = Analyze(play->Record(), Named(seat), 1).belief();
  EXPECT_FALSE(belief.certain());
  EXPECT_EQ(belief.samples(), 1024);
  EXPECT_NEAR(belief.held(), 6, 1e-9);
  double sum = 0;
  // The record names each tile that was laid, such as " 8@0,0/0".
  const std::string record = play->Record();
  int laid = 0;
  for (int i = 0; i < belief.things_size(); ++i) {
    const v1::HeldThing& thing = belief.things(i);
    EXPECT_GT(thing.probability(), 0);
    EXPECT_LE(thing.probability(), 1);
    EXPECT_TRUE(i == 0 || thing.probability() <= belief.things(i - 1).probability());
    EXPECT_EQ(thing.has_drawing(), i < 16);
    EXPECT_FALSE(absl::StrContains(record, absl::StrCat(" ", thing.name(), "@"))) << record;
    sum += thing.probability();
  }
  EXPECT_NEAR(sum, 6, 1e-9);
  for (int tile = 0; tile < game->held_things()->Count(); ++tile) {
    laid += absl::StrContains(record, absl::StrCat(" ", tile + 1, "@")) ? 1 : 0;
  }
  EXPECT_GT(laid, 5);
  for (const int tile : game->held_things()->Held(play->Position(), seat)) {
    for (const v1::HeldThing& thing : belief.things()) {
      EXPECT_NE(thing.name(), game->held_things()->Name(tile)) << "in the own rack";
    }
  }
}

TEST_F(ExplanationTest, WithAnEmptyBagTheBeliefIsCertainAndTrue) {
  const auto game = testing::Game("tiny_tantrix");
  const envs::HeldThings& things = *game->held_things();
  int endgames = 0;
  for (uint32_t number = 0; number < 20; ++number) {
    const auto play =
        PlayUntil(*game, number, [&](envs::ConstViews view) { return things.Certain(view); });
    if (!play) {
      continue;
    }
    const Seat seat = ToAct(*play);
    const v1::Belief belief = Analyze(play->Record(), Named(seat), 1).belief();
    EXPECT_TRUE(belief.certain());
    EXPECT_EQ(belief.samples(), 0);
    std::vector<std::string> held;
    for (const v1::HeldThing& thing : belief.things()) {
      EXPECT_EQ(thing.probability(), 1);
      held.push_back(thing.name());
    }
    std::vector<std::string> truth;
    for (const int tile : things.Held(play->Position(), envs::Other(seat))) {
      truth.push_back(things.Name(tile));
    }
    EXPECT_EQ(held, truth) << play->Record();
    endgames += truth.empty() ? 0 : 1;
  }
  EXPECT_GT(endgames, 3);
}

TEST_F(ExplanationTest, OpenRacksLeaveNothingToBelieve) {
  const auto game = testing::Game("tantrix{racks=open}");
  EXPECT_EQ(game->held_things(), nullptr);
  const auto play = PlayUntil(*game, 1, [](envs::ConstViews) { return true; });
  EXPECT_FALSE(Analyze(play->Record(), Named(ToAct(*play)), 1).has_belief());
}

TEST_F(ExplanationTest, InKuhnEachUnseenCardIsAsLikely) {
  const v1::Belief belief =
      Analyze("kuhn; chance deal K; chance deal Q; 0 bet", v1::SEAT_1).belief();
  ASSERT_EQ(belief.things_size(), 2);
  EXPECT_NEAR(belief.held(), 1, 1e-9);
  for (const v1::HeldThing& thing : belief.things()) {
    EXPECT_NE(thing.name(), "Q");
    EXPECT_NEAR(thing.probability(), 0.5, 0.06);
  }
}

// Games that differ only in what is hidden from a seat give it the same answer, byte for byte.
TEST_F(ExplanationTest, TwinsGetTheSameBytes) {
  const auto same = [this](const std::string& one, const std::string& other, v1::Seat seat) {
    const std::string first = Analyze(one, seat).SerializeAsString();
    EXPECT_EQ(first, Analyze(other, seat).SerializeAsString()) << one << "\n" << other;
  };
  same("kuhn; chance deal K; chance deal Q; 0 bet", "kuhn; chance deal J; chance deal Q; 0 bet",
       v1::SEAT_1);
  // The other seat has chosen already.
  same("kontranto; 0 triangle", "kontranto; 0 circle", v1::SEAT_1);
  const std::string placed = "kontranto; 0 circle; 1 circle; 0 c F3 G1 t E4 G3";
  same(placed, "kontranto; 0 circle; 1 circle; 0 c E4 G1 t F3 G3", v1::SEAT_1);
  EXPECT_TRUE(Analyze(placed, v1::SEAT_1).has_payoff_table());
}

TEST_F(ExplanationTest, RacksThatCannotBeToldApartGetTheSameBytes) {
  for (const char* name : {"tantrix", "tiny_tantrix"}) {
    const auto game = testing::Game(name);
    int secrets = 0;
    for (uint32_t number = 0; number < 3; ++number) {
      uint32_t decisions = 0;
      const auto play =
          PlayUntil(*game, number, [&](envs::ConstViews) { return ++decisions > 4 * number; });
      ASSERT_TRUE(play.has_value());
      const Seat seat = ToAct(*play);
      envs::PositionBuffer twin(1, game->Spec().position_bytes);
      RandomStream random(9, number, 0, Purpose::kTest);
      game->Resample(play->View(seat).Span(), &random, twin.Span());
      v1::AnalyzeRequest request = Request("", Named(seat), 1);
      const auto ask = [&](envs::ConstPositions one) {
        request.mutable_state()->set_game(name);
        request.mutable_state()->set_position(game->PositionText(one));
        return Analyze(request).SerializeAsString();
      };
      const std::string first = ask(play->Position());
      EXPECT_EQ(first, ask(std::as_const(twin).Span()));
      secrets += std::ranges::equal(play->Position().Bytes(), twin.Span().Bytes()) ? 0 : 1;
    }
    EXPECT_GT(secrets, 1) << name;
  }
}

}  // namespace
}  // namespace kvintet::serving
