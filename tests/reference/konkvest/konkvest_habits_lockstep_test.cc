// Lock-step of the fast Konkvest and the reference in games of players with habits: chasing the
// queen, marching with her, shuffling, capturing all. Random games hardly ever end in these ways.
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/registry.h"
#include "envs/text/moves.h"
#include "envs/text/playthrough.h"
#include "tests/reference/konkvest/konkvest_setup.h"
#include "tests/support/status_matchers.h"

namespace kvintet::reference::konkvest {
namespace {

#ifdef NDEBUG
constexpr uint32_t kGames = 25;
#else
constexpr uint32_t kGames = 2;
#endif

enum class Habit { kNone, kChases, kMarches, kShuffles, kTakes };
constexpr uint32_t kNumHabits = 5;

bool IsQueenMove(const Position& position, const Turn& turn) {
  return turn.from && position.board.at(*turn.from).type == 'Q';
}

// Whether a player with that habit likes `turn`. `last` is the player's previous move.
bool Likes(Habit habit, const Position& position, const Turn& turn, const Options& options,
           const std::optional<Turn>& last) {
  const int player = position.side;
  if (habit == Habit::kNone) return false;
  if (habit == Habit::kShuffles) {
    return last && last->from && turn.from == last->to && turn.to == *last->from;
  }
  if (habit == Habit::kTakes) return turn.captures;
  if (habit == Habit::kMarches) {
    return IsQueenMove(position, turn) &&
           RowsAhead(player, turn.to) > RowsAhead(player, *turn.from);
  }
  const std::size_t own = player == 0 ? 0 : 1;
  const int before = position.attacks[own].count;
  return After(position, turn, options).attacks[own].count > before;
}

// Both implementations of one game, with a habit and a last move for each seat.
class HabitMatch {
 public:
  HabitMatch(const envs::Game& game, const Options& options, uint32_t number)
      : fast_(game), slow_(options), options_(options), random_(7, number, 0, Purpose::kTest) {
    for (Habit& habit : habits_) habit = static_cast<Habit>(random_.Below(kNumHabits));
    spares_queens_ = random_.Below(4) != 0;
  }

  bool Ended() const { return slow_.Actors().empty(); }

  void CompareAndStep() {
    const int seat = slow_.Actors().front();
    const envs::Actor actor = seat == 0 ? envs::Actor::kSeat0 : envs::Actor::kSeat1;
    ASSERT_TRUE(fast_.Actors().Has(actor)) << fast_.Record();
    Texts texts;
    const envs::ViewBuffer view = fast_.View(envs::SeatOf(actor));
    for (const envs::Move& move : envs::LegalMoves(fast_.game(), view.Span())) {
      texts.push_back(move.text);
    }
    ASSERT_EQ(texts, slow_.LegalMoves(seat)) << fast_.Record();
    const std::string text = Choose(texts);
    ASSERT_OK(fast_.ApplyMove(actor, text)) << fast_.Record();
    slow_.Apply(seat, text);
  }

  void CompareEnds() const {
    ASSERT_TRUE(fast_.Ended()) << fast_.Record();
    const envs::Outcome outcome = fast_.Result();
    EXPECT_EQ(std::string(outcome.reason), slow_.Reason()) << fast_.Record();
    EXPECT_EQ(static_cast<double>(outcome.returns[0]), slow_.Returns()[0]) << fast_.Record();
  }

  std::string Reason() const { return slow_.Reason(); }

 private:
  std::string Choose(const Texts& texts) {
    if (slow_.Places()) return Any(texts);
    const Position& position = slow_.Now();
    const std::size_t own = position.side == 0 ? 0 : 1;
    const Turns turns = LegalTurns(position, options_);
    Texts liked;
    Texts allowed;
    for (const auto& [text, turn] : turns) {
      if (spares_queens_ && TopplesQueen(position, turn)) continue;
      allowed.push_back(text);
      if (Likes(habits_[own], position, turn, options_, last_[own])) liked.push_back(text);
    }
    const bool as_liked = !liked.empty() && random_.Below(10) != 0;
    const std::string text = Any(as_liked ? liked : allowed.empty() ? texts : allowed);
    last_[own] = turns.at(text);
    return text;
  }

  std::string Any(const Texts& texts) {
    return texts[random_.Below(static_cast<uint32_t>(texts.size()))];
  }

  envs::Playthrough fast_;
  Konkvest slow_;
  Options options_;
  RandomStream random_;
  std::array<Habit, 2> habits_ = {};
  std::array<std::optional<Turn>, 2> last_;
  bool spares_queens_ = false;
};

void PlayInStep(const std::string& text, const Options& options,
                std::map<std::string, int>* reasons) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<envs::Game> game, envs::MakeGame(text));
  for (uint32_t number = 0; number < kGames; ++number) {
    HabitMatch match(*game, options, number);
    while (!match.Ended()) {
      match.CompareAndStep();
      if (::testing::Test::HasFatalFailure()) return;
    }
    match.CompareEnds();
    ++(*reasons)[match.Reason()];
  }
}

TEST(KonkvestHabitsLockstepTest, FastRulesAndReferenceAgree) {
  std::map<std::string, int> reasons;
  PlayInStep("konkvest", {}, &reasons);
  PlayInStep("konkvest{guard_reach=straight}", {.guard_straight = true}, &reasons);
  PlayInStep("konkvest{general_reach=area}", {.general_area = true}, &reasons);
  PlayInStep("konkvest{queen_retreat=lines}", {.queen_lines = true}, &reasons);
  PlayInStep("konkvest{territory=cone}", {.cone = true}, &reasons);
  PlayInStep("konkvest{cycle=restart}", {.restart = true}, &reasons);
  PlayInStep("konkvest{cycle=go_on}", {.go_on = true}, &reasons);
  PlayInStep("konkvest{capture_in_row=ends_row}", {.capture_ends_row = true}, &reasons);
  for (const auto& [reason, games] : reasons) RecordProperty(reason, games);
#ifdef NDEBUG
  for (const std::string reason :
       {"queen", "occupation", "repetition", "blockade", "reset", "max_plies"}) {
    EXPECT_GE(reasons[reason], 1) << reason;
  }
#endif
}

}  // namespace
}  // namespace kvintet::reference::konkvest
