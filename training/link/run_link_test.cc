// Tests of RunLink: what every transport must do, whatever is cut.
#include "training/link/run_link.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/reports/json.h"
#include "tests/support/link/cut_link.h"
#include "tests/support/link/redis_server.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/link/folder_link.h"
#include "training/link/redis_link.h"

namespace kvintet::training {
namespace {

using ::kvintet::testing::Cut;
using ::kvintet::testing::CutLink;
using ::kvintet::testing::IsOk;
using ::kvintet::testing::IsOkAndHolds;
using ::kvintet::testing::RedisServer;
using ::kvintet::testing::StatusIs;
using ::kvintet::testing::TempDir;
using ::testing::ElementsAre;

constexpr auto kNotFound = absl::StatusCode::kNotFound;
const ShardFate kWaiting = {ShardFate::Kind::kWaiting};
const ShardFate kUnknown = {ShardFate::Kind::kUnknown};
const std::vector<ShardNote> kNone;
const ShardFate kCommitted = {ShardFate::Kind::kCommitted};

// One transport, as seen by any number of processes.
class Transport {
 public:
  virtual ~Transport() = default;
  // A link of its own to the same run.
  virtual std::unique_ptr<RunLink> Join() = 0;
  // A link to a run that nobody has used.
  virtual std::unique_ptr<RunLink> JoinAnother() = 0;
  // Leaves these texts where notes of shards and of actors are, as an actor that lies can.
  // REQUIRES: somebody has joined.
  virtual void LeaveNotes(const std::string& shard, const std::string& actor) = 0;
};

class FolderTransport final : public Transport {
 public:
  std::unique_ptr<RunLink> Join() override { return Open(folder_.Path("run")); }
  std::unique_ptr<RunLink> JoinAnother() override {
    return Open(folder_.Path(absl::StrCat("another", ++others_)));
  }
  void LeaveNotes(const std::string& shard, const std::string& actor) override {
    const std::string name = absl::StrCat("left", ++left_, ".json");
    KVINTET_CHECK(WriteFileAtomically(folder_.Path("run/inbox/" + name), shard).ok());
    KVINTET_CHECK(WriteFileAtomically(folder_.Path("run/actors/" + name), actor).ok());
  }

 private:
  static std::unique_ptr<RunLink> Open(const std::string& folder) {
    return std::make_unique<FolderLink>(FolderLink::Open(folder).value());
  }
  const TempDir folder_;
  int others_ = 0;
  int left_ = 0;
};

class RedisTransport final : public Transport {
 public:
  std::unique_ptr<RunLink> Join() override { return Open("run"); }
  std::unique_ptr<RunLink> JoinAnother() override {
    return Open(absl::StrCat("another", ++others_));
  }
  void LeaveNotes(const std::string& shard, const std::string& actor) override {
    RedisConnection direct(server_.Address(), 5);
    const std::string name = absl::StrCat("left", ++left_);
    KVINTET_CHECK(direct.Call({"XADD", "kvintet:run:shards", "*", "note", shard}).ok());
    KVINTET_CHECK(direct.Call({"HSET", "kvintet:run:actors", name, actor}).ok());
    KVINTET_CHECK(direct.Call({"ZADD", "kvintet:run:seen", "9999999999", name}).ok());
  }

 private:
  std::unique_ptr<RunLink> Open(const std::string& run) {
    return std::make_unique<RedisLink>(server_.Address(), run);
  }
  RedisServer server_;
  int others_ = 0;
  int left_ = 0;
};

struct TransportCase {
  std::string name;
  std::function<std::unique_ptr<Transport>()> make;
};

class RunLinkTest : public ::testing::TestWithParam<TransportCase> {
 protected:
  RunHead HeadOf(int64_t epoch, int64_t generation = 1) const {
    return {.epoch = epoch,
            .generation = generation,
            .model = Sha256Hex("model"),
            .config = "game: \"hex\"\n",
            .fingerprint = "0123",
            .first_free = 100};
  }
  ShardNote NoteOf(const std::string& bytes) const {
    return {.sha = Sha256Hex(bytes),
            .bytes = static_cast<int64_t>(bytes.size()),
            .games = 3,
            .rows = 90,
            .actor = "host-1"};
  }

  const std::unique_ptr<Transport> transport_ = GetParam().make();
  const std::unique_ptr<RunLink> learner_ = transport_->Join();
  const std::unique_ptr<RunLink> actor_ = transport_->Join();
};

TEST_P(RunLinkTest, ANewLinkIsEmpty) {
  EXPECT_THAT(actor_->Head(), StatusIs(kNotFound));
  EXPECT_THAT(actor_->TakeNumbers(1), StatusIs(kNotFound));
  EXPECT_THAT(actor_->GetBlob(Sha256Hex("model")), StatusIs(kNotFound));
  EXPECT_THAT(actor_->FateOf(Sha256Hex("shard")), IsOkAndHolds(kUnknown));
  EXPECT_THAT(learner_->Waiting(10), IsOkAndHolds(kNone));
  EXPECT_THAT(learner_->Actors(), IsOkAndHolds(std::vector<ActorNote>()));
}

TEST_P(RunLinkTest, TheLastRatingsCount) {
  EXPECT_THAT(learner_->Ratings(), StatusIs(kNotFound));
  ASSERT_THAT(actor_->PutRatings("one\n"), IsOk());
  ASSERT_THAT(actor_->PutRatings("another\nline\n"), IsOk());
  EXPECT_THAT(learner_->Ratings(), IsOkAndHolds("another\nline\n"));
}

// A viewer of today may see an actor of tomorrow.
TEST(NotesTest, StatesThatAreUnknownAreSomethingElse) {
  const ActorNote note = {.name = "a", .state = ActorState::kRating, .processor = "AVX2"};
  Json json = ToJson(note);
  EXPECT_THAT(ParseActorNote(ToJsonLine(json), "here"), IsOkAndHolds(note));
  json["state"] = "dreaming";
  ASSERT_OK_AND_ASSIGN(const ActorNote read, ParseActorNote(ToJsonLine(json), "here"));
  EXPECT_EQ(read.state, ActorState::kOther);
}

TEST_P(RunLinkTest, ActorsGetHeadAndModel) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  RunHead head = HeadOf(epoch);
  std::string model("\0model\n\xff", 8);
  head.model = Sha256Hex(model);
  ASSERT_THAT(learner_->PutBlob(epoch, head.model, model), IsOk());
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->Head(), IsOkAndHolds(head));
  EXPECT_THAT(actor_->GetBlob(head.model), IsOkAndHolds(model));

  head.end = 500;
  head.generation = 2;
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->Head(), IsOkAndHolds(head));
  ASSERT_THAT(learner_->DropBlob(epoch, head.model), IsOk());
  ASSERT_THAT(learner_->DropBlob(epoch, head.model), IsOk());
  EXPECT_THAT(actor_->GetBlob(head.model), StatusIs(kNotFound));
}

TEST_P(RunLinkTest, NumbersAreGivenOnceAndInOrder) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  RunHead head = HeadOf(epoch, 7);
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(learner_->NextNumber(), IsOkAndHolds(0));
  EXPECT_THAT(actor_->TakeNumbers(64), IsOkAndHolds(Lease{100, 64, epoch, 7}));
  EXPECT_THAT(learner_->NextNumber(), IsOkAndHolds(164));
  EXPECT_THAT(learner_->TakeNumbers(1), IsOkAndHolds(Lease{164, 1, epoch, 7}));
  head.first_free = 120;  // Below what has been given.
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->TakeNumbers(10), IsOkAndHolds(Lease{165, 10, epoch, 7}));
  head.first_free = 1000;
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->TakeNumbers(10), IsOkAndHolds(Lease{1000, 10, epoch, 7}));
}

TEST_P(RunLinkTest, ALinkThatHasForgottenItsHeadSaysSo) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  EXPECT_THAT(learner_->ReplaceHead(HeadOf(epoch)), StatusIs(kNotFound));
  EXPECT_THAT(actor_->Head(), StatusIs(kNotFound));
  ASSERT_THAT(learner_->SetHead(HeadOf(epoch)), IsOk());
  ASSERT_THAT(learner_->ReplaceHead(HeadOf(epoch, 2)), IsOk());
  EXPECT_THAT(actor_->Head(), IsOkAndHolds(HeadOf(epoch, 2)));
}

TEST_P(RunLinkTest, NumbersEndWhereTheHeadSays) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  RunHead head = HeadOf(epoch);
  head.end = 150;
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{100, 40, epoch, 1}));
  EXPECT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{140, 10, epoch, 1}));
  EXPECT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{150, 0, epoch, 1}));
  // The same round goes on.
  head.end = 160;
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{150, 10, epoch, 1}));
  // The next round, and one that begins below it, as the first of another stage does.
  head = {.epoch = epoch, .generation = 2, .model = head.model, .first_free = 160, .end = 180};
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{160, 20, epoch, 2}));
  head = {.epoch = epoch, .generation = 0, .model = head.model, .first_free = 0, .end = 30};
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{0, 30, epoch, 0}));
}

TEST_P(RunLinkTest, ANewRunsNumbersBeginAnewOnce) {
  ASSERT_OK_AND_ASSIGN(const int64_t first, learner_->TakeOver(0));
  ASSERT_THAT(learner_->SetHead(HeadOf(first)), IsOk());
  ASSERT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{100, 40, first, 1}));
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(first));
  RunHead head = HeadOf(epoch);
  head.first_free = 0;
  head.new_run = true;
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->Head(), IsOkAndHolds(head));
  EXPECT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{0, 40, epoch, 1}));
  head.pause = true;
  ASSERT_THAT(learner_->SetHead(head), IsOk());
  EXPECT_THAT(actor_->TakeNumbers(40), IsOkAndHolds(Lease{40, 40, epoch, 1}));
}

TEST_P(RunLinkTest, NumbersAreGivenOnceAmongManyActors) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  ASSERT_THAT(learner_->SetHead(HeadOf(epoch)), IsOk());
  constexpr int kActors = 8;
  constexpr int kLeases = 25;
  std::vector<std::unique_ptr<RunLink>> links;
  std::vector<std::vector<Lease>> leases(kActors);
  for (int i = 0; i < kActors; ++i) {
    links.push_back(transport_->Join());
  }
  {
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < kActors; ++i) {
      threads.emplace_back([&, i] {
        for (uint32_t k = 1; k <= kLeases; ++k) {
          leases[i].push_back(links[i]->TakeNumbers(k).value());
        }
      });
    }
  }
  std::set<int64_t> numbers;
  for (const std::vector<Lease>& some : leases) {
    for (const Lease& lease : some) {
      for (int64_t number = lease.first; number < lease.first + lease.count; ++number) {
        EXPECT_TRUE(numbers.insert(number).second) << number;
      }
    }
  }
  EXPECT_EQ(numbers.size(), kActors * kLeases * (kLeases + 1) / 2);
}

TEST_P(RunLinkTest, AShardIsPublishedReadAndSettled) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  const std::string bytes("one\0\r\n\xfe", 7);
  const ShardNote note = NoteOf(bytes);
  EXPECT_THAT(actor_->Publish(note, bytes), IsOkAndHolds(kWaiting));
  EXPECT_THAT(actor_->FateOf(note.sha), IsOkAndHolds(kWaiting));
  // Again changes nothing.
  EXPECT_THAT(actor_->Publish(note, bytes), IsOkAndHolds(kWaiting));
  EXPECT_THAT(learner_->Waiting(10), IsOkAndHolds(std::vector<ShardNote>{note}));
  EXPECT_THAT(learner_->ShardBytes(note.sha), IsOkAndHolds(bytes));

  ASSERT_THAT(learner_->Settle(epoch, note.sha, kCommitted), IsOk());
  ASSERT_THAT(learner_->Settle(epoch, note.sha, kCommitted), IsOk());
  EXPECT_THAT(actor_->FateOf(note.sha), IsOkAndHolds(kCommitted));
  EXPECT_THAT(learner_->Waiting(10), IsOkAndHolds(kNone));
  EXPECT_THAT(learner_->ShardBytes(note.sha), StatusIs(kNotFound));
  // Late repetitions do not bring it back.
  EXPECT_THAT(actor_->Publish(note, bytes), IsOkAndHolds(kCommitted));
  EXPECT_THAT(learner_->Waiting(10), IsOkAndHolds(kNone));
}

// The learner goes on, and nothing stays that would be found again for ever.
TEST_P(RunLinkTest, WhatIsNoNoteIsLeftOut) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  const ShardNote good = NoteOf("good");
  const ShardNote unknown = NoteOf("nobody has published this");
  const ActorNote actor = {.name = "a", .processor = "AVX2"};
  transport_->LeaveNotes("garbage", "garbage");
  transport_->LeaveNotes("", "");
  transport_->LeaveNotes("{\"sha\": 7}", "[]");
  transport_->LeaveNotes(ToJsonLine(ToJson(unknown)), "{}");
  ASSERT_THAT(actor_->Publish(good, "good"), IsOk());
  ASSERT_THAT(actor_->Show(actor), IsOk());
  for (int again = 0; again < 2; ++again) {
    EXPECT_THAT(learner_->Waiting(10), IsOkAndHolds(std::vector<ShardNote>{good}));
    EXPECT_THAT(learner_->Actors(), IsOkAndHolds(std::vector<ActorNote>{actor}));
  }
  // The first look has removed them, so they take no place among the oldest.
  EXPECT_THAT(learner_->Waiting(1), IsOkAndHolds(std::vector<ShardNote>{good}));
  ASSERT_THAT(learner_->Settle(epoch, good.sha, kCommitted), IsOk());
  EXPECT_THAT(learner_->Waiting(10), IsOkAndHolds(kNone));
}

TEST_P(RunLinkTest, ARefusalHasAReason) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  const ShardNote note = NoteOf("poison");
  ASSERT_THAT(actor_->Publish(note, "poison"), IsOk());
  const ShardFate refused = {ShardFate::Kind::kRefused, "game 7 breaks the rules: \"é\""};
  ASSERT_THAT(learner_->Settle(epoch, note.sha, refused), IsOk());
  EXPECT_THAT(actor_->FateOf(note.sha), IsOkAndHolds(refused));
}

TEST_P(RunLinkTest, ShardsWaitInTheirOrder) {
  std::vector<std::string> expected;
  for (int i = 0; i < 5; ++i) {
    const std::string bytes = absl::StrCat("shard ", i);
    ASSERT_THAT(actor_->Publish(NoteOf(bytes), bytes), IsOk());
    expected.push_back(Sha256Hex(bytes));
    // Beyond the resolution of a file's time.
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_OK_AND_ASSIGN(const std::vector<ShardNote> three, learner_->Waiting(3));
  ASSERT_EQ(three.size(), 3);
  ASSERT_OK_AND_ASSIGN(const std::vector<ShardNote> all, learner_->Waiting(100));
  ASSERT_EQ(all.size(), 5);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all[i].sha, expected[i]);
    EXPECT_EQ(three[i % 3].sha, expected[i % 3]);
  }
}

TEST_P(RunLinkTest, AnEarlierLearnerIsFenced) {
  const std::unique_ptr<RunLink> second = transport_->Join();
  ASSERT_OK_AND_ASSIGN(const int64_t first_epoch, learner_->TakeOver(0));
  ASSERT_THAT(learner_->SetHead(HeadOf(first_epoch)), IsOk());
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, second->TakeOver(0));
  EXPECT_GT(epoch, first_epoch);
  const std::string sha = Sha256Hex("shard");
  ASSERT_THAT(actor_->Publish(NoteOf("shard"), "shard"), IsOk());
  constexpr auto kAborted = absl::StatusCode::kAborted;
  EXPECT_THAT(learner_->SetHead(HeadOf(first_epoch)), StatusIs(kAborted, "another learner"));
  EXPECT_THAT(learner_->Settle(first_epoch, sha, kCommitted), StatusIs(kAborted));
  EXPECT_THAT(learner_->PutBlob(first_epoch, sha, "shard"), StatusIs(kAborted));
  EXPECT_THAT(learner_->DropBlob(first_epoch, sha), StatusIs(kAborted));
  EXPECT_THAT(actor_->FateOf(sha), IsOkAndHolds(kWaiting));
  EXPECT_THAT(second->SetHead(HeadOf(epoch)), IsOk());
  EXPECT_THAT(second->TakeOver(40), IsOkAndHolds(41));
}

TEST_P(RunLinkTest, ActorsShowThemselves) {
  ActorNote note = {.name = "host-1", .host = "host", .state = ActorState::kPlaying, .games = 3};
  ASSERT_THAT(actor_->Show(note), IsOk());
  note.games = 5;
  note.evaluations_per_second = 812.5;
  ASSERT_THAT(actor_->Show(note), IsOk());
  EXPECT_THAT(learner_->Actors(), IsOkAndHolds(std::vector<ActorNote>{note}));
}

TEST_P(RunLinkTest, RunsDoNotMeet) {
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner_->TakeOver(0));
  ASSERT_THAT(learner_->SetHead(HeadOf(epoch)), IsOk());
  ASSERT_THAT(actor_->Publish(NoteOf("shard"), "shard"), IsOk());
  const std::unique_ptr<RunLink> other = transport_->JoinAnother();
  EXPECT_THAT(other->Head(), StatusIs(kNotFound));
  EXPECT_THAT(other->Waiting(10), IsOkAndHolds(kNone));
}

// What a run does with a link, each call repeated until it is answered.
struct Story {
  std::set<int64_t> numbers;
  bool twice = false;
  RunHead head;
  std::string model;
  std::vector<ShardNote> waiting;
  ShardFate committed;
  ShardFate refused;
  std::vector<ActorNote> actors;
  int64_t next = 0;
};

template <typename Call>
auto Repeat(Call call) {
  auto answer = call();
  while (!answer.ok()) {
    answer = call();
  }
  return answer;
}
template <typename Call>
void Do(Call call) {
  EXPECT_THAT(Repeat(call), IsOk());
}

Story Live(RunLink* link, const RunHead& wanted, const std::vector<ShardNote>& notes) {
  Story story;
  RunHead head = wanted;
  head.epoch = *Repeat([&] { return link->TakeOver(0); });
  Do([&] { return link->PutBlob(head.epoch, head.model, "model"); });
  Do([&] { return link->PutBlob(head.epoch, Sha256Hex("old"), "old"); });
  Do([&] { return link->DropBlob(head.epoch, Sha256Hex("old")); });
  Do([&] { return link->SetHead(head); });
  Do([&] { return link->ReplaceHead(head); });
  for (int i = 0; i < 2; ++i) {
    const Lease lease = *Repeat([&] { return link->TakeNumbers(5); });
    for (int64_t number = lease.first; number < lease.first + lease.count; ++number) {
      story.twice |= !story.numbers.insert(number).second;
    }
  }
  for (const ShardNote& note : notes) {
    Do([&] { return link->Publish(note, note.actor); });
  }
  Do([&] { return link->ShardBytes(notes[0].sha); });
  Do([&] { return link->Settle(head.epoch, notes[0].sha, kCommitted); });
  Do([&] { return link->Settle(head.epoch, notes[1].sha, {ShardFate::Kind::kRefused, "stale"}); });
  Do([&] { return link->Show({.name = "host-1", .host = "host"}); });
  story.head = *Repeat([&] { return link->Head(); });
  story.head.epoch = 0;
  story.model = *Repeat([&] { return link->GetBlob(head.model); });
  story.waiting = *Repeat([&] { return link->Waiting(10); });
  story.committed = *Repeat([&] { return link->FateOf(notes[0].sha); });
  story.refused = *Repeat([&] { return link->FateOf(notes[1].sha); });
  story.actors = *Repeat([&] { return link->Actors(); });
  story.next = *Repeat([&] { return link->NextNumber(); });
  return story;
}

TEST_P(RunLinkTest, EveryCallMayBeCutAndRepeated) {
  std::vector<ShardNote> notes;
  for (const std::string bytes : {"a", "b", "c"}) {
    notes.push_back(NoteOf(bytes));
    notes.back().actor = bytes;
  }
  const std::unique_ptr<RunLink> uncut = transport_->JoinAnother();
  CutLink counted(uncut.get(), Cut::kBefore, -1);
  const Story expected = Live(&counted, HeadOf(0), notes);
  EXPECT_THAT(expected.waiting, ElementsAre(notes[2]));
  ASSERT_EQ(expected.numbers.size(), 10);
  EXPECT_EQ(expected.next, 110);
  ASSERT_GE(counted.Calls(), 21);
  for (int at = 0; at < counted.Calls(); ++at) {
    for (const Cut cut : {Cut::kBefore, Cut::kAfter}) {
      SCOPED_TRACE(absl::StrCat("call ", at, cut == Cut::kBefore ? " before" : " after"));
      const std::unique_ptr<RunLink> link = transport_->JoinAnother();
      CutLink cut_link(link.get(), cut, at);
      const Story story = Live(&cut_link, HeadOf(0), notes);
      EXPECT_EQ(cut_link.Calls(), counted.Calls() + 1);
      EXPECT_FALSE(story.twice);
      EXPECT_EQ(story.numbers.size(), 10);
      EXPECT_EQ(story.head, expected.head);
      EXPECT_EQ(story.model, "model");
      EXPECT_EQ(story.waiting, expected.waiting);
      EXPECT_EQ(story.committed, expected.committed);
      EXPECT_EQ(story.refused, expected.refused);
      EXPECT_EQ(story.actors, expected.actors);
      EXPECT_GT(story.next, *story.numbers.rbegin());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Transports, RunLinkTest,
    ::testing::Values(TransportCase{"Folder", [] { return std::make_unique<FolderTransport>(); }},
                      TransportCase{"Redis", [] { return std::make_unique<RedisTransport>(); }}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace kvintet::training
