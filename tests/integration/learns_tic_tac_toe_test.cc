// Test of the whole learning pipeline on a solved game: tic-tac-toe from zero to perfect play.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "arena/agents/agent_spec.h"
#include "envs/one_row.h"
#include "proto/load_config.h"
#include "selfplay/exact_value.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop/loop.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::TempDir;

// A position in a game of the agent against every possible opponent.
using Reached = std::pair<envs::PositionBuffer, envs::RepetitionHistory>;

class Examination {
 public:
  Examination(const envs::Game& game, arena::Agent* agent)
      : game_(game), agent_(agent), solver_(*selfplay::ExactSolver::Make(game, 10000)) {}

  // Plays `seat` against all replies, and counts the choices that give away value.
  void Take(envs::Seat seat) {
    seat_ = seat;
    std::vector<Reached> level = {
        {envs::InitialPosition(game_), envs::RepetitionHistory(game_.Spec().history_capacity)}};
    while (!level.empty()) {
      level = Next(level);
    }
  }

  int Choices() const { return choices_; }
  int Mistakes() const { return mistakes_; }

 private:
  std::vector<Reached> Next(const std::vector<Reached>& level) {
    std::vector<Reached> next;
    std::vector<const Reached*> own;
    for (const Reached& reached : level) {
      const envs::ActorSet actors = envs::ActorsOf(game_, reached.first.Span());
      if (actors.Has(envs::ActorOf(seat_))) {
        own.push_back(&reached);
      } else if (!actors.Empty()) {
        const envs::Seat other = envs::SeatOf(actors.First());
        const auto view = envs::ViewOf(game_, reached.first.Span(), other);
        for (const envs::Action action : envs::LegalList(game_, view.Span())) {
          next.push_back(After(reached, actors.First(), action));
        }
      }
    }
    Answer(own, &next);
    return next;
  }

  void Answer(const std::vector<const Reached*>& own, std::vector<Reached>* next) {
    std::vector<envs::ViewBuffer> views;
    views.reserve(own.size());
    std::vector<arena::Turn> turns;
    for (const Reached* reached : own) {
      views.push_back(envs::ViewOf(game_, reached->first.Span(), seat_));
      turns.push_back({.view = views.back().Span(), .history = &reached->second});
    }
    std::vector<arena::Choice> chosen(own.size());
    ASSERT_THAT(agent_->Choose(turns, chosen), IsOk());
    for (size_t i = 0; i < own.size(); ++i) {
      next->push_back(After(*own[i], envs::ActorOf(seat_), chosen[i].action));
      ++choices_;
      mistakes_ += Value(next->back()) != Value(*own[i]);
    }
  }

  double Value(const Reached& reached) { return solver_.Value(reached.first.Span())->value; }

  Reached After(const Reached& before, envs::Actor actor, envs::Action action) const {
    Reached after = before;
    envs::StepOne(game_, after.first.Span(), &after.second, actor, action);
    return after;
  }

  const envs::Game& game_;
  arena::Agent* agent_;
  selfplay::ExactSolver solver_;
  envs::Seat seat_ = envs::Seat::k0;
  int choices_ = 0;
  int mistakes_ = 0;
};

int Mistakes(const envs::Game& game, const std::string& spec) {
  const auto agent = arena::MakeAgent(game, spec);
  EXPECT_THAT(agent, IsOk());
  Examination examination(game, agent->get());
  examination.Take(envs::Seat::k0);
  examination.Take(envs::Seat::k1);
  // Both seats have met many different replies.
  EXPECT_GT(examination.Choices(), 200);
  return examination.Mistakes();
}

// After learning, the agent makes no mistake against any opponent from either seat, and the network
// without search almost none. Before, both made mistakes.
TEST(LearningTest, TicTacToeIsPlayedPerfectly) {
  const auto game = testing::Game("tic_tac_toe");
  const TempDir folder;
  const std::vector<std::string> more = {"seed: 1 self_play { threads: 2 }",
                                         "network { device: 'CPU' precision: FP32 }"};
  ASSERT_OK_AND_ASSIGN(const Config config, LoadConfig("configs/tic_tac_toe.textproto", more));
  const std::string model = "model:" + folder.Path() + ",precision=fp32,device=CPU,simulations=";
  const auto train = [&](int64_t games) {
    ASSERT_THAT(
        Train({.game = game.get(), .config = config, .directory = folder.Path(), .games = games}),
        IsOk());
  };
  train(1);
  EXPECT_GT(Mistakes(*game, model + "16"), 10);
  EXPECT_GT(Mistakes(*game, model + "0"), 100);
  train(8000);
  EXPECT_EQ(Mistakes(*game, model + "16"), 0);
  EXPECT_LE(Mistakes(*game, model + "0"), 10);
}

}  // namespace
}  // namespace kvintet::training
