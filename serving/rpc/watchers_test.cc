// Tests of Watchers: which streams are looked at, and how they end.
#include "serving/rpc/watchers.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "kvintet_api/v1/run.grpc.pb.h"
#include "serving/errors/grpc_status.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::StatusIs;
using ::testing::UnorderedElementsAre;

using TestWatchers = Watchers<v1::WatchRunResponse>;
// Makes the next message of a stream, whose key it gets.
using Source =
    std::function<absl::StatusOr<std::optional<v1::WatchRunResponse>>(const std::string& key)>;

class SourceWatcher final : public TestWatchers::Watcher {
 public:
  SourceWatcher(TestWatchers* watchers, const IncomingCall& incoming, const std::string& key,
                const Source& source)
      : Watcher(watchers, incoming, key), source_(source) {}

 private:
  absl::StatusOr<std::optional<v1::WatchRunResponse>> Next() override { return source_(Key()); }

  const Source& source_;
};

class SourceService final : public v1::RunService::CallbackService {
 public:
  SourceService(TestWatchers* watchers, const Source* source)
      : watchers_(watchers), source_(source) {}

  grpc::ServerWriteReactor<v1::WatchRunResponse>* WatchRun(
      grpc::CallbackServerContext* call, const v1::WatchRunRequest* request) override {
    return watchers_->Start(std::make_unique<SourceWatcher>(
        watchers_, IncomingCall{call, "WatchRun", request->ByteSizeLong()}, request->run(),
        *source_));
  }

 private:
  TestWatchers* const watchers_;
  const Source* const source_;
};

v1::WatchRunResponse Numbered(int number) {
  v1::WatchRunResponse message;
  message.mutable_state()->mutable_summary()->set_games(number);
  return message;
}

// A client's end of a stream.
class Reader {
 public:
  Reader(v1::RunService::Stub* stub, const std::string& key) {
    v1::WatchRunRequest request;
    request.set_run(key);
    stream_ = stub->WatchRun(&context_, request);
  }
  // The number of the next message, or -1 at the end.
  int Read() {
    v1::WatchRunResponse message;
    return stream_->Read(&message) ? static_cast<int>(message.state().summary().games()) : -1;
  }
  absl::Status Finish() { return FromGrpcStatus(stream_->Finish()); }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchRunResponse>> stream_;
};

class WatchersTest : public ::testing::Test {
 protected:
  ~WatchersTest() override {
    if (server_ != nullptr) {
      watchers_->Stop();
      server_->Shutdown();
    }
  }

  static Quotas TwoCalls() {
    Quotas quotas;
    quotas.mutable_each()->set_calls(2);
    return quotas;
  }

  void Start(int most, std::chrono::milliseconds period) {
    watchers_ =
        std::make_unique<TestWatchers>(most, CallLimits{.max_request_bytes = 1000}, &gate_, period);
    service_ = std::make_unique<SourceService>(watchers_.get(), &source_);
    grpc::ServerBuilder builder;
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    stub_ = v1::RunService::NewStub(server_->InProcessChannel({}));
  }
  std::unique_ptr<Reader> Watch(const std::string& key) {
    return std::make_unique<Reader>(stub_.get(), key);
  }

  void Publish(const std::string& key, int number) {
    const std::lock_guard lock(mutex_);
    news_[key] = number;
  }
  // How often a stream has been looked at.
  int Looks(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return looks_[key];
  }
  // Reads the first message and waits until the stream is at rest.
  std::unique_ptr<Reader> WatchFromOne(const std::string& key) {
    Publish(key, 1);
    std::unique_ptr<Reader> reader = Watch(key);
    EXPECT_EQ(reader->Read(), 1);
    while (Looks(key) < 2) {
      std::this_thread::yield();
    }
    return reader;
  }

  std::mutex mutex_;
  // Guarded by mutex_. By key: the newest number and the last one told.
  std::map<std::string, int> news_;
  std::map<std::string, int> told_;
  std::map<std::string, int> looks_;
  std::vector<absl::Status> ends_;
  // There is no memory for the key "poor".
  const Source source_ =
      [this](const std::string& key) -> absl::StatusOr<std::optional<v1::WatchRunResponse>> {
    if (key == "poor") {
      throw std::bad_alloc();
    }
    const std::lock_guard lock(mutex_);
    ++looks_[key];
    if (std::exchange(told_[key], news_[key]) == news_[key]) {
      return std::nullopt;
    }
    return Numbered(news_[key]);
  };
  CallerQuotas quotas_{TwoCalls()};
  CallGate gate_ = CallGate(
      /*max_calls=*/1, [](auto, auto) { return absl::OkStatus(); },
      [this](const CallReport& report) {
        const std::lock_guard lock(mutex_);
        ends_.push_back(report.status);
      },
      [this](absl::string_view method, const ShownCaller& caller) {
        return quotas_.Enter("", caller.peer, KindOf(std::string(method)));
      });
  std::unique_ptr<TestWatchers> watchers_;
  std::unique_ptr<SourceService> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::RunService::Stub> stub_;
};

TEST_F(WatchersTest, NewsConcernOnlyTheStreamsWithTheirKey) {
  Start(/*most=*/2, /*period=*/{});
  const auto one = WatchFromOne("one");
  const auto other = WatchFromOne("other");
  Publish("one", 2);
  Publish("other", 2);
  watchers_->Look("one");
  EXPECT_EQ(one->Read(), 2);
  EXPECT_EQ(Looks("other"), 2);
  watchers_->Look("other");
  EXPECT_EQ(other->Read(), 2);
}

TEST_F(WatchersTest, WithAPeriodStreamsAreLookedAtWithoutNews) {
  Start(/*most=*/2, std::chrono::milliseconds(1));
  const auto one = WatchFromOne("one");
  Publish("one", 2);
  EXPECT_EQ(one->Read(), 2);
}

TEST_F(WatchersTest, RunningOutOfMemoryEndsOnlyTheStream) {
  Start(/*most=*/2, /*period=*/{});
  const auto rich = WatchFromOne("rich");
  EXPECT_THAT(Watch("poor")->Finish(), StatusIs(absl::StatusCode::kInternal));
  Publish("rich", 2);
  watchers_->Look("rich");
  EXPECT_EQ(rich->Read(), 2);
}

TEST_F(WatchersTest, AStreamIsACallInProgressOfItsCaller) {
  Start(/*most=*/9, /*period=*/{});
  const auto one = WatchFromOne("one");
  // It has its place no longer when the client sees its end.
  EXPECT_THAT(Watch("poor")->Finish(), StatusIs(absl::StatusCode::kInternal));
  const auto other = WatchFromOne("other");
  EXPECT_THAT(Watch("more")->Finish(),
              StatusIs(absl::StatusCode::kResourceExhausted, "2 calls in progress"));
  watchers_->Stop();
  EXPECT_THAT(one->Finish(), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(other->Finish(), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(quotas_.Enter("", "", CallKind::kPlain), testing::IsOk());
}

TEST_F(WatchersTest, TheGateIsToldOfEveryStreamOnce) {
  Start(/*most=*/1, /*period=*/{});
  const auto one = WatchFromOne("one");
  EXPECT_THAT(Watch("more")->Finish(), StatusIs(absl::StatusCode::kResourceExhausted));
  watchers_->Stop();
  EXPECT_THAT(one->Finish(), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(Watch("late")->Finish(), StatusIs(absl::StatusCode::kUnavailable));
  server_->Shutdown();
  const std::lock_guard lock(mutex_);
  EXPECT_THAT(ends_, UnorderedElementsAre(StatusIs(absl::StatusCode::kResourceExhausted),
                                          StatusIs(absl::StatusCode::kUnavailable),
                                          StatusIs(absl::StatusCode::kUnavailable)));
}

}  // namespace
}  // namespace kvintet::serving
