// service_load: many concurrent clients of a service, and a report on their calls.
//
// usage: service_load MODE ADDRESS SECONDS CLIENTS [rate=RATE] [game=GAME]
//   calls     GetGame of GAME, by default tic_tac_toe, one after the other
//   evaluate  Evaluate of its start, one after the other
//   choose    ChooseMove there with 200 simulations, one after the other
//   cancel    ChooseMove, cancelled at a random time
//   churn     a connection, one call, the end of the connection
// With RATE, calls are made at random times with this total rate per second, independent of
// responses: a client that still waits is late for its next call. The time of an answer counts from
// when the call was due (answered_ms) and from when it was made (waited_ms), that of a refusal from
// when it was made. Each client has its own connection. Prints one line of JSON. Exit code 1 if a
// call ended otherwise than by an answer, a refusal with a reason, the client's cancellation or the
// end of the server.
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

#include "base/reports/json.h"
#include "base/rng.h"
#include "kvintet_api/v1/analysis.grpc.pb.h"
#include "kvintet_api/v1/catalog.grpc.pb.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"
#include "tests/service/figures.h"

namespace kvintet {
namespace {

using Time = std::chrono::steady_clock::time_point;
using std::chrono::milliseconds;
using testing::Times;

constexpr milliseconds kTimeout(20000);
constexpr int kSimulations = 200;
// Calls that are cancelled are cancelled within this time.
constexpr double kPatienceMs = 20;

struct Arguments {
  std::string mode;
  std::string address;
  double seconds = 1;
  int clients = 1;
  double rate = 0;
  std::string game = "tic_tac_toe";
};

Time Now() { return std::chrono::steady_clock::now(); }

double MsSince(Time start) {
  return std::chrono::duration<double, std::milli>(Now() - start).count();
}

// How calls ended, for one client or all.
struct Tally {
  std::vector<double> answered_ms;
  std::vector<double> waited_ms;
  std::vector<double> refused_ms;
  std::map<std::string, int> refused;
  int given_up = 0;
  // Clients whose server was gone.
  int left_alone = 0;
  int errors = 0;
  std::string error;

  // `ms` since the call was due, `waited` since it was made.
  void Add(const grpc::Status& status, double ms, double waited, bool may_give_up) {
    const v1::Reason reason = ReasonOf(serving::FromGrpcStatus(status));
    if (status.ok()) {
      answered_ms.push_back(ms);
      waited_ms.push_back(waited);
    } else if (reason != v1::REASON_UNSPECIFIED && reason != v1::REASON_BUG) {
      refused_ms.push_back(waited);
      ++refused[ReasonName(reason)];
    } else if (may_give_up && (status.error_code() == grpc::StatusCode::CANCELLED ||
                               status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED)) {
      ++given_up;
    } else if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
      ++left_alone;
    } else {
      ++errors;
      error = status.error_message();
    }
  }
  void Merge(const Tally& other) {
    answered_ms.insert(answered_ms.end(), other.answered_ms.begin(), other.answered_ms.end());
    waited_ms.insert(waited_ms.end(), other.waited_ms.begin(), other.waited_ms.end());
    refused_ms.insert(refused_ms.end(), other.refused_ms.begin(), other.refused_ms.end());
    for (const auto& [reason, count] : other.refused) {
      refused[reason] += count;
    }
    given_up += other.given_up;
    left_alone += other.left_alone;
    errors += other.errors;
    error = other.error.empty() ? error : other.error;
  }
};

// One client.
class LoadClient {
 public:
  LoadClient(const Arguments& arguments, uint32_t number)
      : arguments_(arguments), random_(0, number, 0, Purpose::kTest) {
    Connect();
    get_.set_game(arguments.game);
    evaluate_.add_states()->set_game(arguments.game);
    choose_.mutable_state()->set_game(arguments.game);
    choose_.set_simulations(kSimulations);
  }

  // Calls until the time is over, at least once; returns the results.
  Tally Run() {
    Time due = Now();
    const Time end = due + std::chrono::duration_cast<std::chrono::nanoseconds>(
                               std::chrono::duration<double>(arguments_.seconds));
    for (int calls = 0;; ++calls) {
      due = arguments_.rate > 0 ? due + Pause() : Now();
      if ((due >= end && calls > 0) || tally_.left_alone > 0) {
        return tally_;
      }
      std::this_thread::sleep_until(due);
      if (arguments_.mode == "churn") {
        Connect();
      }
      Call(due);
    }
  }

 private:
  void Connect() {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    channel_ = grpc::CreateCustomChannel(arguments_.address, grpc::InsecureChannelCredentials(),
                                         arguments);
    catalog_ = v1::CatalogService::NewStub(channel_);
    analysis_ = v1::AnalysisService::NewStub(channel_);
  }

  // The time to this client's next arrival; all clients together form a Poisson process.
  std::chrono::nanoseconds Pause() {
    const double mean = arguments_.clients / arguments_.rate;
    return std::chrono::nanoseconds(static_cast<int64_t>(random_.Exponential() * mean * 1e9));
  }

  void Call(Time due) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kTimeout);
    if (arguments_.mode == "cancel") {
      GiveUp(&context);
    } else {
      const Time made = Now();
      const grpc::Status status = Ask(&context);
      tally_.Add(status, MsSince(due), MsSince(made), false);
    }
  }

  grpc::Status Ask(grpc::ClientContext* context) {
    if (arguments_.mode == "calls" || arguments_.mode == "churn") {
      v1::GetGameResponse response;
      return catalog_->GetGame(context, get_, &response);
    }
    if (arguments_.mode == "choose") {
      v1::ChooseMoveResponse response;
      return analysis_->ChooseMove(context, choose_, &response);
    }
    v1::EvaluateResponse response;
    return analysis_->Evaluate(context, evaluate_, &response);
  }

  // Cancels explicitly or by a deadline, after a random time between sending and answer.
  void GiveUp(grpc::ClientContext* context) {
    const std::chrono::duration<double, std::milli> patience(random_.Uniform() * kPatienceMs);
    const Time start = Now();
    const bool by_deadline = random_.Uniform() < 0.5;
    std::jthread cancelling;
    if (by_deadline) {
      context->set_deadline(std::chrono::system_clock::now() +
                            std::chrono::duration_cast<std::chrono::microseconds>(patience));
    } else {
      cancelling = std::jthread([=] {
        std::this_thread::sleep_for(patience);
        context->TryCancel();
      });
    }
    v1::ChooseMoveResponse response;
    const grpc::Status status = analysis_->ChooseMove(context, choose_, &response);
    const double ms = MsSince(start);
    tally_.Add(status, ms, ms, true);
  }

  const Arguments& arguments_;
  RandomStream random_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::CatalogService::Stub> catalog_;
  std::unique_ptr<v1::AnalysisService::Stub> analysis_;
  v1::GetGameRequest get_;
  v1::EvaluateRequest evaluate_;
  v1::ChooseMoveRequest choose_;
  Tally tally_;
};

Tally RunAll(const Arguments& arguments) {
  Tally all;
  std::mutex mutex;
  // All begin together, when the last one is ready.
  std::latch ready(arguments.clients);
  std::vector<std::jthread> clients;
  clients.reserve(static_cast<size_t>(arguments.clients));
  for (int i = 0; i < arguments.clients; ++i) {
    clients.emplace_back([&, i] {
      LoadClient client(arguments, static_cast<uint32_t>(i));
      ready.arrive_and_wait();
      const Tally one = client.Run();
      const std::lock_guard lock(mutex);
      all.Merge(one);
    });
  }
  clients.clear();
  return all;
}

Json Report(const Arguments& arguments, const Tally& tally, double seconds) {
  Json refused = Json::object();
  for (const auto& [reason, count] : tally.refused) {
    refused[reason] = count;
  }
  return {{"mode", arguments.mode},
          {"clients", arguments.clients},
          {"seconds", seconds},
          {"answered", tally.answered_ms.size()},
          {"answered_a_second", static_cast<double>(tally.answered_ms.size()) / seconds},
          {"answered_ms", Times(tally.answered_ms)},
          {"waited_ms", Times(tally.waited_ms)},
          {"refused", refused},
          {"refused_ms", Times(tally.refused_ms)},
          {"given_up", tally.given_up},
          {"left_alone", tally.left_alone},
          {"errors", tally.errors},
          {"error", tally.error}};
}

bool ParseOption(absl::string_view word, Arguments* arguments) {
  if (absl::ConsumePrefix(&word, "rate=")) {
    return absl::SimpleAtod(word, &arguments->rate) && arguments->rate > 0;
  }
  const bool names_game = absl::ConsumePrefix(&word, "game=");
  arguments->game = std::string(word);
  return names_game;
}

bool Parse(const std::vector<std::string>& words, Arguments* arguments) {
  if (words.size() < 4) {
    return false;
  }
  arguments->mode = words[0];
  arguments->address = words[1];
  const std::vector<std::string> modes = {"calls", "evaluate", "choose", "cancel", "churn"};
  return std::ranges::count(modes, arguments->mode) == 1 &&
         absl::SimpleAtod(words[2], &arguments->seconds) && arguments->seconds > 0 &&
         absl::SimpleAtoi(words[3], &arguments->clients) && arguments->clients > 0 &&
         std::all_of(words.begin() + 4, words.end(),
                     [&](const std::string& word) { return ParseOption(word, arguments); });
}

int Main(int argc, char** argv) {
  Arguments arguments;
  if (!Parse({argv + 1, argv + argc}, &arguments)) {
    std::fprintf(stderr,
                 "usage: service_load MODE ADDRESS SECONDS CLIENTS [rate=RATE] [game=GAME]\n");
    return 2;
  }
  const Time start = Now();
  const Tally tally = RunAll(arguments);
  std::printf("%s\n", ToJsonLine(Report(arguments, tally, MsSince(start) / 1000)).c_str());
  return tally.errors == 0 ? 0 : 1;
}

}  // namespace
}  // namespace kvintet

int main(int argc, char** argv) { return kvintet::Main(argc, argv); }
