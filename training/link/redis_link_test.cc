// Tests of RedisLink: a server that dies, forgets, is full or refuses, and data of somebody else's.
#include "training/link/redis_link.h"

#include <memory>
#include <string>
#include <vector>

#include <absl/strings/str_cat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/sha256.h"
#include "tests/support/link/redis_server.h"
#include "tests/support/status_matchers.h"

namespace kvintet::training {
namespace {

using ::kvintet::testing::IsOk;
using ::kvintet::testing::IsOkAndHolds;
using ::kvintet::testing::RedisServer;
using ::kvintet::testing::StatusIs;

const ShardFate kCommitted = {ShardFate::Kind::kCommitted};

RunHead HeadOf(int64_t epoch, int64_t first_free = 0) {
  return {.epoch = epoch,
          .generation = 1,
          .model = Sha256Hex("model"),
          .config = "game: \"hex\"",
          .fingerprint = "0123",
          .first_free = first_free};
}

ShardNote NoteOf(const std::string& bytes) {
  return {.sha = Sha256Hex(bytes), .games = 1, .actor = "host-1"};
}

TEST(RedisLinkTest, ComesBackAfterTheServerWasKilled) {
  RedisServer server;
  RedisLink link(server.Address(), "run");
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, link.TakeOver(0));
  ASSERT_THAT(link.SetHead(HeadOf(epoch)), IsOk());
  ASSERT_THAT(link.Publish(NoteOf("shard"), "shard"), IsOk());
  server.Kill();
  EXPECT_THAT(link.Head(), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(link.Head(), StatusIs(absl::StatusCode::kUnavailable, "refused"));
  server.Start();
  // Everything is lost, and can be put back by the same learner.
  EXPECT_THAT(link.Head(), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(link.FateOf(NoteOf("shard").sha), IsOkAndHolds(ShardFate{ShardFate::Kind::kUnknown}));
  ASSERT_THAT(link.SetHead(HeadOf(epoch, 500)), IsOk());
  EXPECT_THAT(link.TakeNumbers(1), IsOkAndHolds(Lease{500, 1, epoch, 1}));
  // The wiped server knows the epoch again.
  EXPECT_THAT(link.TakeOver(0), IsOkAndHolds(epoch + 1));
}

TEST(RedisLinkTest, AFullServerRefusesShardsAlone) {
  RedisServer server({"--maxmemory", "4mb", "--maxmemory-policy", "noeviction"});
  RedisLink link(server.Address(), "run");
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, link.TakeOver(0));
  absl::StatusOr<ShardFate> fate = ShardFate{};
  int published = 0;
  for (; fate.ok() && published < 100; ++published) {
    const std::string bytes = std::string(200000, 'x') + std::to_string(published);
    fate = link.Publish(NoteOf(bytes), bytes);
  }
  EXPECT_THAT(fate, StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_GT(published, 3);
  EXPECT_THAT(link.SetHead(HeadOf(epoch)), IsOk());
  EXPECT_THAT(link.TakeNumbers(10), IsOk());
  EXPECT_THAT(link.Show({.name = "host-1"}), IsOk());
  ASSERT_OK_AND_ASSIGN(const std::vector<ShardNote> waiting, link.Waiting(100));
  for (const ShardNote& note : waiting) {
    EXPECT_THAT(link.Settle(epoch, note.sha, kCommitted), IsOk());
  }
  EXPECT_THAT(link.Publish(NoteOf("small"), "small"), IsOk());
}

TEST(RedisLinkTest, BytesThatHaveExpiredAreAskedForAgain) {
  RedisServer server;
  RedisLink link(server.Address(), "run");
  const ShardNote note = NoteOf("shard");
  ASSERT_THAT(link.Publish(note, "shard"), IsOk());
  RedisConnection direct(server.Address(), 5);
  ASSERT_OK_AND_ASSIGN(const RedisReply left,
                       direct.Call({"TTL", "kvintet:run:shard:" + note.sha}));
  EXPECT_GT(left.number, 3000);
  ASSERT_THAT(direct.Call({"DEL", "kvintet:run:shard:" + note.sha}), IsOk());
  EXPECT_THAT(link.FateOf(note.sha), IsOkAndHolds(ShardFate{ShardFate::Kind::kUnknown}));
  EXPECT_THAT(link.ShardBytes(note.sha), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(link.Waiting(10), IsOkAndHolds(std::vector<ShardNote>()));
  ASSERT_THAT(link.Publish(note, "shard"), IsOk());
  EXPECT_THAT(link.ShardBytes(note.sha), IsOkAndHolds("shard"));
}

TEST(RedisLinkTest, TheHeadIsSmallAndItsConfigurationIsReadOnce) {
  RedisServer server;
  RedisLink learner(server.Address(), "run");
  RedisLink actor(server.Address(), "run");
  RedisConnection direct(server.Address(), 5);
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner.TakeOver(0));
  RunHead head = HeadOf(epoch);
  head.config = std::string(5000, 'x');
  ASSERT_THAT(learner.SetHead(head), IsOk());
  EXPECT_THAT(actor.Head(), IsOkAndHolds(head));
  ASSERT_OK_AND_ASSIGN(const RedisReply size, direct.Call({"STRLEN", "kvintet:run:head"}));
  EXPECT_LT(size.number, 500);
  head.generation = 2;
  head.config = "another";
  ASSERT_THAT(learner.SetHead(head), IsOk());
  EXPECT_THAT(actor.Head(), IsOkAndHolds(head));
  // Whoever knows the text does not need it again.
  ASSERT_THAT(direct.Call({"SET", "kvintet:run:config", "a third"}), IsOk());
  EXPECT_THAT(actor.Head(), IsOkAndHolds(head));
  EXPECT_THAT(learner.Head(), StatusIs(absl::StatusCode::kUnavailable, "another head"));
  ASSERT_THAT(direct.Call({"DEL", "kvintet:run:config"}), IsOk());
  EXPECT_THAT(learner.Head(), StatusIs(absl::StatusCode::kNotFound, "config"));
  ASSERT_THAT(learner.SetHead(head), IsOk());
  EXPECT_THAT(learner.Head(), IsOkAndHolds(head));
}

TEST(RedisLinkTest, SignsIn) {
  RedisServer server({"--user", "ann", "on", ">secret", "~*", "+@all"});
  RedisAddress address = server.Address();
  address.user = "ann";
  address.password = "wrong";
  EXPECT_THAT(RedisLink(address, "run").Head(), StatusIs(absl::StatusCode::kPermissionDenied));
  address.password = "secret";
  EXPECT_THAT(RedisLink(address, "run").Head(), StatusIs(absl::StatusCode::kNotFound));
}

TEST(RedisLinkTest, SaysWhichKeyHoldsNonsense) {
  RedisServer server;
  RedisConnection direct(server.Address(), 5);
  ASSERT_THAT(direct.Call({"SET", "kvintet:run:head", "{\"epoch\": -1}"}), IsOk());
  RedisLink link(server.Address(), "run");
  EXPECT_THAT(link.Head(), StatusIs(absl::StatusCode::kDataLoss, "kvintet:run:head: epoch"));
  ASSERT_THAT(direct.Call({"SET", "kvintet:run:next", "seven"}), IsOk());
  EXPECT_THAT(link.NextNumber(), StatusIs(absl::StatusCode::kDataLoss, "kvintet:run:next: wanted"));
}

// Actors may write to these keys.
TEST(RedisLinkTest, KeysOfAnotherTypeAreEmpty) {
  RedisServer server;
  RedisConnection direct(server.Address(), 5);
  RedisLink link(server.Address(), "run");
  for (const char* key : {"shards", "entries"}) {
    ASSERT_THAT(link.Publish(NoteOf(key), key), IsOk());
    ASSERT_THAT(direct.Call({"SET", absl::StrCat("kvintet:run:", key), "text"}), IsOk());
    EXPECT_THAT(link.Waiting(10), IsOkAndHolds(std::vector<ShardNote>()));
    ASSERT_THAT(link.Publish(NoteOf("shard"), "shard"), IsOk());
    EXPECT_THAT(link.Waiting(10), IsOkAndHolds(std::vector<ShardNote>{NoteOf("shard")}));
    ASSERT_THAT(direct.Call({"FLUSHALL"}), IsOk());
  }
  ASSERT_THAT(direct.Call({"SET", "kvintet:run:seen", "text"}), IsOk());
  EXPECT_THAT(link.Actors(), IsOkAndHolds(std::vector<ActorNote>()));
}

// It is one of the errors that pass.
TEST(RedisLinkTest, WaitsForAServerThatHasTooManyClients) {
  RedisServer server({"--maxclients", "1"});
  auto other = std::make_unique<RedisConnection>(server.Address(), 5);
  while (!other->Call({"PING"}).ok()) {
    // The connection that waited for the server to start is about to go.
  }
  RedisLink link(server.Address(), "run");
  EXPECT_THAT(link.Head(), StatusIs(absl::StatusCode::kUnavailable));
  other.reset();
  absl::Status status = link.Head().status();
  while (absl::IsUnavailable(status)) {
    status = link.Head().status();
  }
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound));
}

// The second write to a connection that the server has closed raises SIGPIPE, which would end the
// process.
TEST(RedisLinkTest, SurvivesAServerThatClosesAnIdleConnection) {
  RedisServer server;
  RedisLink link(server.Address(), "run");
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, link.TakeOver(0));
  const std::string large(size_t{64} << 20, 'x');
  for (int again = 0; again < 3; ++again) {
    server.Kill();
    EXPECT_THAT(link.PutBlob(epoch, Sha256Hex("model"), large),
                StatusIs(absl::StatusCode::kUnavailable));
    server.Start();
    ASSERT_THAT(link.PutBlob(epoch, Sha256Hex("model"), "small"), IsOk());
  }
}

}  // namespace
}  // namespace kvintet::training
