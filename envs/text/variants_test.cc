// Tests of variants: how close they are, and that the declared OptionChange is true in play.
#include "envs/text/variants.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/rule_options.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs {
namespace {

constexpr uint64_t kSeeds = 40;
// The number of games to compare to their ends for each pair of variants.
constexpr int kWanted = 4;
// The number of events that one variant may have before the other starts: two chance draws, two
// choices of colour.
constexpr int kMaxAhead = 2;

std::unique_ptr<Game> Make(const std::string& text) {
  absl::StatusOr<std::unique_ptr<Game>> game = MakeGame(text);
  EXPECT_TRUE(game.ok()) << text << ": " << game.status();
  return *std::move(game);
}

// The observation of a seat's view, and the policy indices of the legal actions.
struct Sight {
  explicit Sight(const Playthrough& play, Seat seat) {
    const Game& game = play.game();
    const GameSpec& spec = game.Spec();
    const ViewBuffer view = play.View(seat);
    planes.resize(static_cast<size_t>(spec.PlaneBytes()));
    globals.resize(static_cast<size_t>(spec.globals));
    game.Observe(view.Span(), planes, globals);
    legal = LegalList(game, view.Span());
    indices.resize(legal.size());
    game.PolicyIndices(view.Span(), legal, indices);
  }
  // The legal action at a policy index.
  std::optional<Action> ActionAt(int32_t index) const {
    const auto place = std::ranges::find(indices, index);
    return place == indices.end()
               ? std::nullopt
               : std::optional(legal[static_cast<size_t>(place - indices.begin())]);
  }

  std::vector<uint8_t> planes;
  std::vector<float> globals;
  std::vector<Action> legal;
  std::vector<int32_t> indices;
};

// Two variants played in parallel: every step of the first is repeated in the second.
class Pair {
 public:
  // `renames`: actions have different numbers and are matched by their policy index.
  Pair(const Game& one, const Game& other, bool renames, uint64_t seed)
      : one_(one), other_(other), renames_(renames), random_(seed, 0, 0, Purpose::kTest) {}

  // Plays the extra start of the first variant alone. Returns false if it has ended.
  bool GoAhead(int events) {
    for (int i = 0; i < events; ++i) {
      if (one_.Ended()) {
        return false;
      }
      const Actor actor = one_.Actors().First();
      if (actor == Actor::kChance) {
        one_.ApplyChance(&random_);
        continue;
      }
      const std::vector<Action> legal = Sight(one_, SeatOf(actor)).legal;
      const size_t drawn = random_.Below(static_cast<uint32_t>(legal.size()));
      EXPECT_TRUE(one_.Apply(actor, legal[drawn]).ok());
    }
    return true;
  }

  // Plays until one variant has ended. Returns an empty string, or what differs.
  std::string PlayOn() {
    std::string differs = Compare();
    while (differs.empty() && !one_.Ended() && !other_.Ended()) {
      differs =
          one_.Actors() == other_.Actors() ? Step(one_.Actors().First()) : std::string("who acts");
      if (differs.empty()) {
        differs = Compare();
      }
    }
    return differs;
  }

  // The number of decisions that were the same in both.
  int Decisions() const { return decisions_; }
  bool BothEnded() const { return one_.Ended() && other_.Ended(); }
  bool SameReturns() const { return one_.Result().returns == other_.Result().returns; }

 private:
  std::string Compare() const {
    for (const Seat seat : {Seat::k0, Seat::k1}) {
      if (std::string differs = CompareSights(Sight(one_, seat), Sight(other_, seat));
          !differs.empty() && !one_.Ended() && !other_.Ended()) {
        return differs;
      }
    }
    return "";
  }
  std::string CompareSights(const Sight& a, const Sight& b) const {
    if (a.planes != b.planes) {
      return "planes";
    }
    if (a.globals != b.globals) {
      return "globals";
    }
    std::vector<int32_t> indices = a.indices;
    std::vector<int32_t> others = b.indices;
    std::ranges::sort(indices);
    std::ranges::sort(others);
    if (indices != others) {
      return "places of the legal actions in the policy";
    }
    return renames_ || (a.legal == b.legal && a.indices == b.indices) ? "" : "legal actions";
  }

  std::string Step(Actor actor) {
    if (actor == Actor::kChance) {
      return StepChance();
    }
    const Sight sight(one_, SeatOf(actor));
    const size_t drawn = random_.Below(static_cast<uint32_t>(sight.legal.size()));
    const std::optional<Action> same = Sight(other_, SeatOf(actor)).ActionAt(sight.indices[drawn]);
    ++decisions_;
    return one_.Apply(actor, sight.legal[drawn]).ok() && same && other_.Apply(actor, *same).ok()
               ? ""
               : "an action";
  }

  // Finds the outcome after which both show the same: that of the same number, or another one.
  std::string StepChance() {
    std::vector<ChanceOutcome> outcomes;
    std::vector<ChanceOutcome> others;
    one_.game().ChanceOutcomes(one_.Position(), &outcomes);
    other_.game().ChanceOutcomes(other_.Position(), &others);
    if (outcomes.size() != others.size()) {
      return "outcomes of chance";
    }
    const size_t drawn = random_.Below(static_cast<uint32_t>(outcomes.size()));
    EXPECT_TRUE(one_.Apply(Actor::kChance, outcomes[drawn].outcome).ok());
    std::swap(others[0], others[drawn]);
    const Playthrough before = other_;
    for (const ChanceOutcome& outcome : others) {
      other_ = before;
      EXPECT_TRUE(other_.Apply(Actor::kChance, outcome.outcome).ok());
      if (one_.Actors() == other_.Actors() && Compare().empty()) {
        return "";
      }
    }
    return "what an outcome of chance shows";
  }

  Playthrough one_;
  Playthrough other_;
  const bool renames_;
  RandomStream random_;
  int decisions_ = 0;
};

// Plays one seed with the starts aligned. Empty if they cannot be aligned, for example if a chance
// draw gave the first turn to a seat that never has it in the other variant.
std::optional<Pair> PlaySeed(const Game& one, const Game& other, OptionChange change,
                             uint64_t seed) {
  const bool starts = change == OptionChange::kStart;
  for (int ahead = 0; ahead <= (starts ? kMaxAhead : 0); ++ahead) {
    Pair pair(one, other, change == OptionChange::kNames, seed);
    const std::string differs = pair.GoAhead(ahead) ? pair.PlayOn() : "the start";
    if (differs.empty()) {
      return pair;
    }
    EXPECT_TRUE(starts && pair.Decisions() == 0)
        << one.Spec().text << " and " << other.Spec().text << ", seed " << seed << ", after "
        << pair.Decisions() << " decisions: " << differs;
  }
  return std::nullopt;
}

// Plays both variants; `one` is the one with the longer start.
void CheckSamePlay(const Game& one, const Game& other, OptionChange change) {
  EXPECT_TRUE(SameShape(one.Spec(), other.Spec())) << other.Spec().text;
  EXPECT_EQ(CompareVariants(one, other).fit, VariantFit::kSamePlay) << other.Spec().text;
  int played = 0;
  int decisions = 0;
  for (uint64_t seed = 0; seed < kSeeds && played < kWanted; ++seed) {
    const std::optional<Pair> pair = PlaySeed(one, other, change, seed);
    if (!pair) {
      continue;
    }
    ++played;
    decisions += pair->Decisions();
    if (change != OptionChange::kEnd) {
      EXPECT_TRUE(pair->BothEnded()) << other.Spec().text;
      EXPECT_TRUE(change == OptionChange::kResult || pair->SameReturns()) << other.Spec().text;
    }
  }
  EXPECT_EQ(played, kWanted) << one.Spec().text << " and " << other.Spec().text;
  EXPECT_GE(decisions, 3 * kWanted) << other.Spec().text;
}

// Some of the values among which a change affects less than play.
std::vector<std::string> AlikeValues(const OptionSpec& option) {
  if (!option.values.empty()) {
    return option.alike.empty() ? option.values : option.alike;
  }
  int usual = 0;
  EXPECT_TRUE(absl::SimpleAtoi(option.default_value, &usual));
  const int half = std::max(option.min, usual / 2);
  const int twice = std::min(option.max, 2 * usual);
  return {absl::StrCat(half), option.default_value, absl::StrCat(twice)};
}

class DeclaredOptionsTest : public ::testing::TestWithParam<std::string> {};

// The declared OptionChange holds in play: the same observations, and the same actions at the same
// policy indices.
TEST_P(DeclaredOptionsTest, ChangeNoDecision) {
  const std::unique_ptr<Game> usual = Make(GetParam());
  for (const OptionSpec& option : usual->Options()) {
    if (option.changes == OptionChange::kPlay) {
      continue;
    }
    const std::vector<std::string> values = AlikeValues(option);
    const std::string& first = std::ranges::count(values, option.default_value) > 0
                                   ? option.default_value
                                   : values.front();
    const std::unique_ptr<Game> one = Make(*WithOption(usual->Spec().text, option.key, first));
    for (const std::string& value : values) {
      if (value != first) {
        const auto other = Make(*WithOption(usual->Spec().text, option.key, value));
        CheckSamePlay(*one, *other, option.changes);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, DeclaredOptionsTest, ::testing::ValuesIn(GameNames()),
                         [](const auto& game) { return game.param; });

TEST(CompareVariantsTest, KnowsTheSameGameHoweverItIsWritten) {
  const Kinship same = CompareVariants(*Make("konkvest"), *Make("konkvest{max_plies=600}"));
  EXPECT_EQ(same, (Kinship{VariantFit::kSame, 0}));
}

TEST(CompareVariantsTest, CountsWhatDiffers) {
  const auto usual = Make("tantrix");
  const auto lot = Make("tantrix{lottery=no}");
  const auto both = Make("tantrix{colours=green-blue,lottery=no}");
  EXPECT_EQ(CompareVariants(*usual, *lot), (Kinship{VariantFit::kSamePlay, -1}));
  EXPECT_EQ(CompareVariants(*both, *usual), (Kinship{VariantFit::kSamePlay, -2}));
  EXPECT_GT(CompareVariants(*both, *lot), CompareVariants(*both, *usual));
  const auto open = Make("tantrix{racks=open}");
  EXPECT_EQ(CompareVariants(*open, *usual), (Kinship{VariantFit::kSimilar, -1}));
  EXPECT_LT(CompareVariants(*open, *usual), CompareVariants(*both, *usual));
}

TEST(CompareVariantsTest, SaysWhichVariantsOfTheFiveGamesAreTheSamePlay) {
  const std::vector<std::pair<std::string, std::string>> same = {
      {"kontranto", "kontranto{colour_choice=false}"},
      {"renju", "renju{forbidden=claimed}"},
      {"punct", "punct{max_plies=100}"},
      {"konkvest", "konkvest{cycle=go_on,max_plies=1000}"},
      {"tantrix", "tantrix{colours=green-blue,lottery=no,reward=tournament}"}};
  for (const auto& [one, other] : same) {
    EXPECT_EQ(CompareVariants(*Make(one), *Make(other)).fit, VariantFit::kSamePlay) << other;
  }
  const std::vector<std::pair<std::string, std::string>> similar = {
      {"kontranto", "kontranto{zones=none}"},
      {"renju", "renju{forbidden=masked}"},
      {"punct", "punct{supply=both}"},
      {"konkvest", "konkvest{territory=cone}"}};
  for (const auto& [one, other] : similar) {
    EXPECT_EQ(CompareVariants(*Make(one), *Make(other)).fit, VariantFit::kSimilar) << other;
  }
  const std::vector<std::pair<std::string, std::string>> strange = {
      {"kontranto", "kontranto{board=5x5}"},
      {"renju", "renju{opening=free}"},
      {"renju", "renju{forbidden=none}"},
      {"punct", "tiny_punct"},
      {"tantrix", "tiny_tantrix"}};
  for (const auto& [one, other] : strange) {
    EXPECT_EQ(CompareVariants(*Make(one), *Make(other)).fit, VariantFit::kNone) << other;
  }
}

}  // namespace
}  // namespace kvintet::envs
