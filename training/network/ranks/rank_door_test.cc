// What may come to the door of a run, and what joining ranks may find there.
#include "training/network/ranks/rank_door.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <sys/socket.h>
#include <unistd.h>

#include <absl/strings/str_cat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"
#include "training/network/learning/rank_group.h"
#include "training/network/ranks/join_run.h"
#include "training/network/ranks/rank_line.h"
#include "training/network/ranks/rank_socket.h"
#include "training/network/ranks/remote_rank.h"

namespace kvintet::network {
namespace {

using kvintet::testing::StatusIs;
using ::testing::HasSubstr;
using ::testing::Not;

template <typename Condition>
void WaitUntil(const Condition& condition) {
  for (int i = 0; i < 6000 && !condition(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(condition());
}

int Connect(const std::string& address) {
  const auto socket = ConnectTo(*ParseSocketName(address, ""), 20, {});
  EXPECT_OK(socket);
  return socket.value_or(-1);
}

void Write(int socket, const std::string& bytes) {
  EXPECT_EQ(send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(bytes.size()));
}

class RankDoorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HasRankGroups()) {
      GTEST_SKIP() << "built without Gloo";
    }
    ASSERT_OK_AND_ASSIGN(door_, RankDoor::Open("127.0.0.1:0", "--ranks-at"));
  }

  // Expects that a rank can join.
  void ExpectOpen() {
    RankLine line(Connect(door_->Address()));
    EXPECT_OK(line.Send(RankWord::kHello, PackGreeting(*OwnGreeting())));
    const auto answer = line.Hear(60);
    ASSERT_OK(answer);
    EXPECT_EQ(answer->word, RankWord::kWelcome);
    WaitUntil([&] { return door_->Waiting() == 1; });
    EXPECT_EQ(door_->Take(5).size(), 1u);
  }

  std::unique_ptr<RankDoor> door_;
};

TEST_F(RankDoorTest, ClosesWhatIsNoRank) {
  const std::string head = "kvrk";
  const std::string hello("\1\0\0\0", 4);
  for (const std::string& bytes :
       {std::string("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), std::string("\x16\x03\x01\0\0", 5),
        std::string(100000, 'x'), std::string("kvrx"),
        // A message of 4 GiB, one without a greeting, one with half a greeting, an unknown word.
        head + hello + "\xff\xff\xff\xff", head + hello + std::string(4, '\0'),
        head + hello + std::string("\6\0\0\0\1\0\0\0ab", 10),
        head + std::string("\x63\0\0\0\0\0\0\0", 8)}) {
    const int socket = Connect(door_->Address());
    send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    RankLine line(socket);
    const auto answer = line.Hear(60);
    EXPECT_THAT(answer, StatusIs(absl::StatusCode::kUnavailable)) << bytes.substr(0, 20);
    ExpectOpen();
  }
}

TEST_F(RankDoorTest, LetsRanksInBesideManyThatAreSilent) {
  std::vector<std::unique_ptr<RankLine>> silent;
  for (int i = 0; i < 200; ++i) {
    silent.push_back(std::make_unique<RankLine>(Connect(door_->Address())));
    if (i % 2 == 0) {
      Write(silent.back()->Socket(), "kvr");
    }
  }
  ExpectOpen();
  // Each is closed after a while.
  WaitUntil([&] { return silent.back()->IsClosed(); });
  EXPECT_TRUE(silent.front()->IsClosed());
}

TEST_F(RankDoorTest, RefusesOtherBuildsAndSaysWhy) {
  const RankGreeting own = *OwnGreeting();
  RankGreeting version = own;
  ++version.version;
  RankGreeting program = own;
  program.program = std::string(64, 'a');
  RankGreeting arithmetic = own;
  arithmetic.arithmetic = "Z80";
  for (const auto& [greeting, wanted, found] :
       {std::tuple(version, "wanted version 1", "found 2"),
        std::tuple(program, "wanted the program", "found aaaa"),
        std::tuple(arithmetic, "wanted the arithmetic", "found Z80")}) {
    RankLine line(Connect(door_->Address()));
    EXPECT_OK(line.Send(RankWord::kHello, PackGreeting(greeting)));
    const auto answer = line.Hear(60);
    ASSERT_OK(answer);
    EXPECT_EQ(answer->word, RankWord::kRefused);
    EXPECT_THAT(answer->bytes, HasSubstr(wanted));
    EXPECT_THAT(answer->bytes, HasSubstr(found));
  }
  EXPECT_EQ(door_->Waiting(), 0u);
}

TEST_F(RankDoorTest, NoticesThatOneWhoWaitsHasGone) {
  auto line = std::make_unique<RankLine>(Connect(door_->Address()));
  EXPECT_OK(line->Send(RankWord::kHello, PackGreeting(*OwnGreeting())));
  WaitUntil([&] { return door_->Waiting() == 1; });
  line.reset();
  WaitUntil([&] { return door_->Waiting() == 0; });
}

TEST_F(RankDoorTest, OpensOnlyAtOneAddressOfThisMachine) {
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  const auto open = [](const std::string& address) {
    return RankDoor::Open(address, "--ranks-at").status();
  };
  for (const char* address : {"0.0.0.0:0", "[::]:0"}) {
    EXPECT_THAT(open(address), StatusIs(kInvalid, "which is all of them"));
  }
  EXPECT_THAT(open("192.0.2.1:0"), StatusIs(kInvalid, "found '192.0.2.1'"));
  for (const char* address : {"", "127.0.0.1", ":7000", "127.0.0.1:", "127.0.0.1:x",
                              "127.0.0.1:65536", "127.0.0.1:-1", "::1:7000", "[::1]"}) {
    EXPECT_THAT(open(address), StatusIs(kInvalid, "--ranks-at: wanted HOST:PORT")) << address;
  }
  EXPECT_THAT(open(door_->Address()),
              StatusIs(absl::StatusCode::kFailedPrecondition, "cannot listen at"));
  EXPECT_THAT(JoinRun({.address = "nowhere"}), StatusIs(kInvalid, "--join: wanted HOST:PORT"));
}

// A service of another kind, which answers its first client.
class Stranger {
 public:
  explicit Stranger(const std::string& answer)
      : listener_(*ListenAt("127.0.0.1:0", "")), thread_([this, answer] {
          int client = -1;
          while ((client = accept(listener_, nullptr, nullptr)) < 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
          Write(client, answer);
          char byte = 0;
          while (recv(client, &byte, 1, 0) > 0) {
          }
          close(client);
        }) {}
  ~Stranger() {
    thread_.join();
    close(listener_);
  }

  std::string Address() const { return ToText(OwnName(listener_)); }

 private:
  const int listener_;
  std::jthread thread_;
};

TEST_F(RankDoorTest, JoiningEndsWithAnErrorIfTheRunRefusesOrIsNone) {
  constexpr auto kFailed = absl::StatusCode::kFailedPrecondition;
  const Stranger http("HTTP/1.1 400 Bad Request\r\n\r\n");
  EXPECT_THAT(JoinRun({.address = http.Address()}), StatusIs(kFailed, "not a run's --ranks-at"));
  // kRefused, with a text of three bytes.
  const Stranger run(absl::StrCat("kvrk", std::string("\x8\0\0\0\3\0\0\0", 8), "why"));
  EXPECT_THAT(JoinRun({.address = run.Address()}), StatusIs(kFailed, "the run refuses: why"));
}

}  // namespace
}  // namespace kvintet::network
