// Tests that the suite finds the fault of each deliberately broken game.
#include "tests/conformance/suites/broken_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/rules/rules_game.h"
#include "tests/conformance/lockstep.h"
#include "tests/conformance/property.h"
#include "tests/conformance/twins.h"
#include "tests/reference/reference_registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Key;

constexpr Effort kEffort = {.steps = 300, .seed = 3};

template <typename R>
std::unique_ptr<Game> Make() {
  return *envs::RulesGame<R>::Make({});
}

template <typename R>
bool Holds(const std::string& name) {
  for (const Property& property : Properties()) {
    if (property.name == name) {
      return property.check(*Make<R>(), kEffort).ok();
    }
  }
  ADD_FAILURE() << "no property " << name;
  return true;
}

// The properties that are violated.
template <typename R>
std::vector<std::string> Broken() {
  std::vector<std::string> broken;
  for (const Property& property : Properties()) {
    if (!Holds<R>(property.name)) {
      broken.emplace_back(property.name);
    }
  }
  return broken;
}

template <typename R>
std::map<std::string, std::string> Leaks(int64_t pairs = 300) {
  const std::unique_ptr<Game> game = Make<R>();
  return RunTwins(*game, *reference::MakeReference(game->Spec().text), pairs, 1, 5).leaks;
}

// Compares with the correct reference.
template <typename R>
absl::Status Lockstep() {
  const std::unique_ptr<Game> game = Make<R>();
  return RunLockstep(*game, *reference::MakeReference(game->Spec().text), 500, 1).status();
}

TEST(BrokenGamesTest, SoundGamesHoldEverything) {
  EXPECT_THAT(Broken<Kuhn>(), IsEmpty());
  EXPECT_THAT(Broken<Goofspiel>(), IsEmpty());
  EXPECT_THAT(Broken<MirroredTicTacToe<Mirror::kSound>>(), IsEmpty());
  EXPECT_THAT(Leaks<Kuhn>(), IsEmpty());
  EXPECT_THAT(Leaks<Goofspiel>(), IsEmpty());
}

TEST(BrokenGamesTest, LeaksOfACardAreFound) {
  EXPECT_THAT(Leaks<LeakyKuhn<Leak::kObserve>>(), Contains(Key("observation")));
  EXPECT_THAT(Leaks<LeakyKuhn<Leak::kScene>>(), Contains(Key("scene")));
  EXPECT_THAT(Leaks<LeakyKuhn<Leak::kViewText>>(), Contains(Key("view text")));
  EXPECT_THAT(Leaks<LeakyKuhn<Leak::kCacheKey>>(), Contains(Key("cache key")));
  EXPECT_THAT(Leaks<LeakyKuhn<Leak::kVisible>>(), Contains(Key("visible")));
  EXPECT_THAT(Leaks<LeakyKuhn<Leak::kResample>>(), Contains(Key("resample")));
}

// If legal actions leak, twins cannot even be played.
TEST(BrokenGamesTest, LeaksInWhatIsLegalAreFound) {
  EXPECT_THAT(Leaks<LeakyKuhn<Leak::kMask>>(), Contains(Key("replay")));
  EXPECT_THAT(Leaks<LeakyKuhn<Leak::kActionName>>(), Contains(Key("replay")));
}

TEST(BrokenGamesTest, LeaksOfABidAreFound) {
  EXPECT_THAT(Leaks<OpenGoofspiel>(), Contains(Key("view")));
  EXPECT_THAT(Leaks<TellingGoofspiel>(), Contains(Key("visible")));
  EXPECT_FALSE(Holds<OpenGoofspiel>("Sealed"));
  EXPECT_FALSE(Holds<TellingGoofspiel>("Sealed"));
}

TEST(BrokenGamesTest, LeaksOfAChoiceOfTargetsAreFound) {
  EXPECT_THAT(Leaks<OpenKontranto>(60), Contains(Key("view")));
  EXPECT_FALSE(Holds<OpenKontranto>("Sealed"));
}

TEST(BrokenGamesTest, LeaksOfARackAreFound) {
  EXPECT_THAT(Leaks<OpenTantrix>(60), AllOf(Contains(Key("view")), Contains(Key("observation"))));
}

TEST(BrokenGamesTest, OrderDependenceIsFound) { EXPECT_FALSE(Holds<OrderedGoofspiel>("Order")); }

TEST(BrokenGamesTest, FaultsOfChanceAndKnowledgeAreFound) {
  EXPECT_FALSE(Holds<LoadedKuhn>("Chance"));
  EXPECT_FALSE(Holds<DeafKuhn>("Follow"));
  EXPECT_FALSE(Holds<PartialKuhn>("ResampleWeights"));
  EXPECT_FALSE(Holds<ForgetfulKuhn>("Resample"));
  EXPECT_FALSE(Holds<OneKeyKuhn>("CacheKeys"));
  EXPECT_FALSE(Holds<BlurredKuhn>("Visible"));
  EXPECT_FALSE(Holds<BlurredKuhn>("SeatRecordsTellApart"));
}

TEST(BrokenGamesTest, FaultsOfActingAreFound) {
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kHiddenState>>("Steps"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kDeadEnd>>("Actors"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kNotZeroSum>>("Ends"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kTooLong>>("Ends"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kIllegalGreedy>>("Greedy"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kNoPlaneNames>>("Spec"));
}

TEST(BrokenGamesTest, FaultsOfNamesAndPicturesAreFound) {
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kOneName>>("ActionNames"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kLostShape>>("Scenes"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kOnePlace>>("PolicyIndices"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kLostMark>>("PositionTexts"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kDirtyPlanes>>("Observations"));
  EXPECT_FALSE(Holds<BrokenTicTacToe<Fault::kWrongMove>>("MoveTexts"));
}

TEST(BrokenGamesTest, FaultsOfSymmetryAreFound) {
  EXPECT_FALSE(Holds<MirroredTicTacToe<Mirror::kActionsStay>>("ImagesOfViews"));
  EXPECT_FALSE(Holds<MirroredTicTacToe<Mirror::kActionsStay>>("ImagesOfGames"));
  EXPECT_FALSE(Holds<MirroredTicTacToe<Mirror::kNotUndone>>("Inverses"));
}

TEST(BrokenGamesTest, LockstepFindsOtherRules) {
  EXPECT_FALSE(Lockstep<OrderedGoofspiel>().ok());
  EXPECT_FALSE(Lockstep<LoadedKuhn>().ok());
  EXPECT_FALSE(Lockstep<OpenGoofspiel>().ok());
  EXPECT_OK(Lockstep<Kuhn>());
}

}  // namespace
}  // namespace kvintet::conformance
