// Tests of StreamCall: what is written and in which order, with slow readers.
#include "serving/calls/stream_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace kvintet::serving {
namespace {

// A transport that completes writes when told to.
class SlowStream final : public StreamCall<int> {
 public:
  SlowStream() : StreamCall(Clock::now(), Clock::now() + std::chrono::hours(1)) {}
  using StreamCall::Offer;
  using StreamCall::Push;
  using StreamCall::PushAndResume;
  using StreamCall::Written;

  // Completes writes until none is in progress.
  void WriteAll() {
    while (writing && !closed) {
      Take();
    }
  }
  void Take(bool ok = true) {
    writing = false;
    Written(ok);
  }

  void Write(const int& message) override {
    ASSERT_FALSE(writing);
    writing = true;
    written.push_back(message);
  }
  void Close(const absl::Status& status) override {
    ASSERT_FALSE(writing);
    closed = status;
  }
  void Resume() override { ++resumed; }

  bool writing = false;
  std::vector<int> written;
  std::optional<absl::Status> closed;
  int resumed = 0;
};

// Destroyed, as gRPC does it, when it is closed and its transport is idle.
class GoneStream final : public StreamCall<int> {
 public:
  GoneStream() : StreamCall(Clock::now(), Clock::now() + std::chrono::hours(1)) {}
  using StreamCall::Offer;

  void EndWrite() {
    Written(true);
    Leave();
  }
  void Write(const int& /*message*/) override {}
  void Close(const absl::Status& /*status*/) override { Leave(); }

 private:
  ~GoneStream() override = default;
  void Leave() {
    if (++left_ == 2) {
      delete this;
    }
  }

  std::atomic<int> left_ = 0;
};

// Destroyed within Close. Its memory is then filled with kGone and kept, to show later writes.
class ClosedStream final : public StreamCall<int> {
 public:
  static constexpr auto kGone = std::byte{0xEE};
  static inline std::span<std::byte> memory = {};

  ClosedStream() : StreamCall(Clock::now(), Clock::now() + std::chrono::hours(1)) {}
  static void operator delete(void* start, size_t size) {
    memory = {static_cast<std::byte*>(start), size};
    std::ranges::fill(memory, kGone);
  }

  void Write(const int& /*message*/) override {}
  void Close(const absl::Status& /*status*/) override { delete this; }

 private:
  ~ClosedStream() override = default;
};

TEST(StreamCallTest, WritesTheNewestProgressOnly) {
  SlowStream stream;
  for (int i = 1; i <= 1000; ++i) {
    stream.Offer(i);
  }
  stream.WriteAll();
  EXPECT_EQ(stream.written, (std::vector<int>{1, 1000}));
  EXPECT_FALSE(stream.closed);
}

TEST(StreamCallTest, EndsOnceAfterTheFinalMessage) {
  SlowStream stream;
  stream.Offer(1);
  stream.Offer(2);
  stream.Push({3});
  stream.Finish(absl::OkStatus());
  EXPECT_FALSE(stream.closed);
  stream.WriteAll();
  EXPECT_EQ(stream.written, (std::vector<int>{1, 3}));
  EXPECT_EQ(stream.closed, absl::OkStatus());
}

TEST(StreamCallTest, EndsAtOnceWithAnError) {
  SlowStream stream;
  stream.Finish(absl::UnavailableError("stopping"));
  EXPECT_TRUE(stream.written.empty());
  EXPECT_EQ(stream.closed, absl::UnavailableError("stopping"));
}

TEST(StreamCallTest, PausesTheWorkWhileItsReaderIsSlow) {
  SlowStream stream;
  int pushed = 0;
  // Like work that continues whenever it may.
  for (int goes_on = 1; goes_on > 0; goes_on = stream.resumed) {
    stream.resumed = 0;
    stream.PushAndResume({++pushed});
    ASSERT_LT(pushed, 100);
  }
  const int paused_after = pushed;
  EXPECT_EQ(stream.written.size(), 1u);
  stream.Take();
  EXPECT_EQ(stream.resumed, 1);
  stream.PushAndResume({++pushed});
  EXPECT_EQ(stream.resumed, 1) << "there is no room again";
  stream.WriteAll();
  EXPECT_EQ(static_cast<int>(stream.written.size()), paused_after + 1);
  for (int i = 0; i < pushed; ++i) {
    EXPECT_EQ(stream.written[static_cast<size_t>(i)], i + 1);
  }
}

TEST(StreamCallTest, IsCancelledWhenNobodyReadsAnyMore) {
  SlowStream stream;
  stream.Offer(1);
  stream.Offer(2);
  stream.Take(false);
  EXPECT_FALSE(stream.Check().ok());
  EXPECT_FALSE(stream.closed) << "the work has not seen it yet";
  stream.Finish(stream.Check());
  EXPECT_EQ(stream.written, (std::vector<int>{1}));
  EXPECT_TRUE(stream.closed);
}

TEST(StreamCallTest, IsNotWrittenToAfterItIsClosed) {
  auto* stream = new ClosedStream();
  stream->Finish(absl::OkStatus());
  ASSERT_EQ(ClosedStream::memory.size(), sizeof(ClosedStream));
  EXPECT_THAT(ClosedStream::memory, ::testing::Each(ClosedStream::kGone));
  ::operator delete(ClosedStream::memory.data());
}

// A sanitizer detects the fault in some of the rounds: the transport may see the end before the
// thread that ended the stream continues.
TEST(StreamCallTest, IsNotTouchedOnceItMayBeGone) {
  for (int i = 0; i < 5000; ++i) {
    auto* stream = new GoneStream();
    stream->Offer(1);
    std::atomic<bool> begun = false;
    const std::jthread transport([&] {
      begun = true;
      stream->EndWrite();
    });
    while (!begun) {
    }
    stream->Finish(absl::OkStatus());
  }
}

}  // namespace
}  // namespace kvintet::serving
