// HttpWorld: a service whose time, secrets and chance a test controls, and a match on it that is
// played over HTTP while one viewer writes down every byte that it receives.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kvintet_api/v1/match.pb.h"
#include "serving/http/protocol/codec.h"
#include "serving/server.h"
#include "tests/support/http_client.h"
#include "tests/support/matches/driven_match.h"

namespace kvintet::matches {

// The sources of tests/support, for the threads of a server.
class SharedSources {
 public:
  explicit SharedSources(uint64_t seed) : secrets_(seed), dealer_(seed) {}
  MatchSources Borrow() { return {&time_, &secrets_, &dealer_}; }
  void Pass(int64_t seconds) { time_.seconds += seconds; }
  // The next outcomes of chance.
  void LayOut(std::deque<envs::Action> outcomes) { dealer_.LayOut(std::move(outcomes)); }

 private:
  struct Time final : MatchTime {
    int64_t Monotonic() const override { return 1'000'000 * seconds; }
    int64_t WallMillis() const override { return 1'800'000'000'000 + 1000 * seconds; }
    std::atomic<int64_t> seconds = 1;
  };
  class Secrets final : public MatchSecrets {
   public:
    explicit Secrets(uint64_t seed) : counted_(seed) {}
    void Fill(std::span<unsigned char> bytes) override {
      const std::lock_guard lock(mutex_);
      counted_.Fill(bytes);
    }

   private:
    std::mutex mutex_;
    testing::CountedSecrets counted_;
  };
  class Dealer final : public MatchDealer {
   public:
    explicit Dealer(uint64_t seed) : dealer_(seed) {}
    envs::Action Draw(std::span<const envs::ChanceOutcome> outcomes) override {
      const std::lock_guard lock(mutex_);
      return dealer_.Draw(outcomes);
    }
    void LayOut(std::deque<envs::Action> outcomes) {
      const std::lock_guard lock(mutex_);
      dealer_.next = std::move(outcomes);
    }

   private:
    std::mutex mutex_;
    testing::LaidOutDealer dealer_;
  };

  Time time_;
  Secrets secrets_;
  Dealer dealer_;
};

// Who watches a match, and in which form.
struct HttpViewer {
  // 0 or 1; 2: a spectator.
  int player = 2;
  serving::Codec codec = serving::Codec::kJson;
  // GetMatch answers with what an opponent sees, as if the service mixed up two callers.
  bool leaky = false;
};

// Not thread-safe. A refusal of what the players do ends the program.
class HttpWorld {
 public:
  // Two worlds with the same seed and the same matches differ only in what is played.
  explicit HttpWorld(uint64_t seed);

  // Creates a match between two persons, with these outcomes of chance, and lets the viewer follow
  // it.
  void Begin(const std::string& game, std::deque<envs::Action> outcomes, const HttpViewer& viewer);
  // Plays a move, after what the players have to say before it.
  void Move(int player, const std::string& move);
  // The viewer asks for everything that may concern the match, and does what it may not.
  void Pry();
  // Ends the match, which shows the rest to everybody; returns what the viewer has received before,
  // with the digests of the match's choices, which are hashes over random bytes, replaced by their
  // numbers.
  std::string End();

 private:
  // A call in binary form by one of the players.
  template <typename Response>
  Response Call(const std::string& method, const google::protobuf::Message& request);
  void Act(int player, v1::ActRequest::Kind kind);
  // What the viewer receives is written down.
  void Ask(const std::string& service, const std::string& method,
           const google::protobuf::Message& request);
  // Of a search, the answer without the time that it took; of a stream, its last message.
  template <typename Response>
  void AskSearch(const std::string& method, const google::protobuf::Message& request);
  // The request of a unary call, in the viewer's form.
  std::string Post(const std::string& service, const std::string& method,
                   const google::protobuf::Message& request) const;
  // The request of a stream, in the viewer's form.
  std::string StreamPost(const std::string& service, const std::string& method,
                         const google::protobuf::Message& request) const;
  void Look();
  std::string Written(const google::protobuf::Message& message) const;
  void Follow(int64_t cursor);

  testing::TempDir folder_;
  SharedSources sources_;
  MatchSources borrowed_;
  std::unique_ptr<serving::Server> server_;
  serving::ListenAddress where_;
  std::unique_ptr<testing::HttpClient> players_;
  std::unique_ptr<testing::HttpClient> viewers_;

  // Of the match.
  std::string match_;
  std::vector<std::string> tokens_;
  std::vector<std::string> digests_;
  HttpViewer viewer_;
  std::string token_;
  std::unique_ptr<testing::HttpClient> stream_;
  int64_t cursor_ = 0;
  v1::MatchState state_;
  std::string received_;
};

}  // namespace kvintet::matches
