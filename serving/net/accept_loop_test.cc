// Tests of AcceptLoop: its limits, and what happens when no file descriptors are left.
#include "serving/net/accept_loop.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <mutex>
#include <thread>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::StatusIs;

constexpr ConnectionLimits kNoLimits = {.total = 1000, .per_address = 1000};

// A loop whose connections are kept open.
class AcceptLoopTest : public ::testing::Test {
 protected:
  ~AcceptLoopTest() override {
    loop_.reset();
    for (const std::vector<int>* all : {&taken_, &clients_}) {
      for (const int descriptor : *all) {
        close(descriptor);
      }
    }
  }

  void Start(ConnectionLimits limits, const std::string& where = "127.0.0.1:0") {
    auto address = ParseListenAddress(where);
    ASSERT_THAT(address, IsOk());
    auto listener = Listener::Open(*address);
    ASSERT_THAT(listener, IsOk());
    loop_ = std::make_unique<AcceptLoop>(*std::move(listener), limits, [this](int descriptor) {
      const std::lock_guard lock(mutex_);
      taken_.push_back(descriptor);
    });
  }
  // Connects a client from 127.0.0.`host`.
  void Call(int host = 1) {
    int client = socket(AF_INET, SOCK_STREAM, 0);
    // While accept() checks for connections it holds a descriptor, which may be the last.
    while (client < 0 && errno == EMFILE) {
      std::this_thread::yield();
      client = socket(AF_INET, SOCK_STREAM, 0);
    }
    ASSERT_GE(client, 0);
    sockaddr_in from = {};
    from.sin_family = AF_INET;
    from.sin_addr.s_addr = htonl(0x7f000000u + static_cast<uint32_t>(host));
    ASSERT_EQ(bind(client, reinterpret_cast<sockaddr*>(&from), sizeof from), 0);
    sockaddr_in to = from;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(static_cast<uint16_t>(loop_->Address().port));
    ASSERT_EQ(connect(client, reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
    clients_.push_back(client);
  }
  void AwaitAccepted(uint64_t count) const {
    while (loop_->Counts().accepted < count) {
      std::this_thread::yield();
    }
  }
  void AwaitOpen(uint64_t count) const {
    while (loop_->Counts().open != count) {
      std::this_thread::yield();
    }
  }

  std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<int> taken_;
  std::vector<int> clients_;
  std::unique_ptr<AcceptLoop> loop_;
};

TEST_F(AcceptLoopTest, HandsOverWhatIsWithinItsLimits) {
  Start({.total = 3, .per_address = 2});
  Call();
  Call();
  Call(2);
  AwaitAccepted(3);
  AwaitOpen(3);
  const std::lock_guard lock(mutex_);
  EXPECT_EQ(taken_.size(), 3u);
}

// A stream may have nothing to send for hours, and its client may vanish without a word.
TEST_F(AcceptLoopTest, HasIdleConnectionsProbed) {
  Start(kNoLimits);
  Call();
  AwaitOpen(1);
  const std::lock_guard lock(mutex_);
  int value = 0;
  socklen_t size = sizeof value;
  ASSERT_EQ(getsockopt(taken_[0], SOL_SOCKET, SO_KEEPALIVE, &value, &size), 0);
  EXPECT_EQ(value, 1);
  ASSERT_EQ(getsockopt(taken_[0], IPPROTO_TCP, TCP_KEEPIDLE, &value, &size), 0);
  EXPECT_LE(value, 60);
}

TEST_F(AcceptLoopTest, ClosesWhatIsTooMuchFromOneAddress) {
  Start({.total = 10, .per_address = 2});
  for (int i = 0; i < 5; ++i) {
    Call();
  }
  Call(2);
  AwaitAccepted(6);
  AwaitOpen(3);
  EXPECT_EQ(loop_->Counts().shed_address, 3u);
  EXPECT_EQ(loop_->Counts().shed_total, 0u);
  // The client sees end of file at once.
  char byte = 0;
  EXPECT_EQ(recv(clients_[4], &byte, 1, 0), 0);
}

TEST_F(AcceptLoopTest, ClosesWhatIsTooMuchInAll) {
  Start({.total = 2, .per_address = 10});
  for (int host = 1; host <= 5; ++host) {
    Call(host);
  }
  AwaitAccepted(5);
  EXPECT_EQ(loop_->Counts().shed_total, 3u);
  EXPECT_EQ(loop_->Counts().open, 2u);
}

TEST_F(AcceptLoopTest, HasRoomAgainWhenConnectionsHaveGone) {
  Start({.total = 1, .per_address = 1});
  Call();
  AwaitOpen(1);
  {
    const std::lock_guard lock(mutex_);
    close(taken_.back());
    taken_.pop_back();
  }
  Call();
  AwaitAccepted(2);
  AwaitOpen(1);
  EXPECT_EQ(loop_->Counts().shed_total, 0u);
  const std::lock_guard lock(mutex_);
  EXPECT_EQ(taken_.size(), 1u);
}

TEST_F(AcceptLoopTest, EndsItsConnectionsWithItself) {
  Start(kNoLimits);
  Call();
  AwaitOpen(1);
  loop_.reset();
  char byte = 0;
  EXPECT_EQ(recv(clients_[0], &byte, 1, 0), 0);
}

TEST_F(AcceptLoopTest, CountsNoAddressesOfUnixSockets) {
  const testing::TempDir folder;
  Start({.total = 10, .per_address = 1}, "unix:" + folder.Path("socket"));
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK_AND_ASSIGN(const int client, ConnectTo(loop_->Address()));
    clients_.push_back(client);
  }
  AwaitAccepted(3);
  EXPECT_EQ(loop_->Counts().shed_address, 0u);
}

// Limits the process to its open file descriptors plus `more`.
class FewDescriptors {
 public:
  explicit FewDescriptors(int more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = dup(0);
    close(next);
    rlimit few = before_;
    few.rlim_cur = static_cast<rlim_t>(next + more);
    setrlimit(RLIMIT_NOFILE, &few);
  }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_ = {};
};

TEST_F(AcceptLoopTest, GoesOnAfterDescriptorsRanOut) {
  Start(kNoLimits);
  {
    const FewDescriptors few(3);
    // Each connection takes a descriptor for the client and one for the server; the last finds
    // none.
    Call();
    Call();
    while (loop_->Counts().shed_descriptors == 0) {
      std::this_thread::yield();
    }
  }
  const uint64_t before = loop_->Counts().accepted;
  Call();
  AwaitAccepted(before + 1);
}

TEST_F(AcceptLoopTest, ReckonsWithTheDescriptorsThatThereAre) {
  ASSERT_OK_AND_ASSIGN(const int all, ConnectionsWithinDescriptors(7));
  EXPECT_EQ(all, 7);
  const FewDescriptors few(5);
  EXPECT_THAT(ConnectionsWithinDescriptors(7),
              StatusIs(absl::StatusCode::kFailedPrecondition, "too few descriptors"));
}

TEST(ListenerTest, LetsOnlyTheOwnerCallWhereItShould) {
  const testing::TempDir folder;
  ASSERT_OK_AND_ASSIGN(const ListenAddress address,
                       ParseListenAddress("unix:" + folder.Path("socket")));
  ASSERT_OK_AND_ASSIGN(const Listener listener, Listener::Open(address, Callers::kOwner));
  struct stat found = {};
  ASSERT_EQ(stat(address.path.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600u);
}

}  // namespace
}  // namespace kvintet::serving
