// switch_load: clients that ask for evaluations while operators switch between two models.
//
// usage: switch_load ADDRESS ADMIN_ADDRESS SECONDS CLIENTS GAME FILE FILE
// The files are models of the game, below the service's models folder. Prints one line of JSON.
// Exit code 1 if a call failed, or if a response names two models or differs from the outputs that
// the model it names has without load.
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"

#include "base/reports/json.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "kvintet_api/v1/admin.grpc.pb.h"
#include "kvintet_api/v1/analysis.grpc.pb.h"
#include "serving/errors/grpc_status.h"
#include "tests/service/figures.h"

namespace kvintet {
namespace {

using std::chrono::milliseconds;
using Time = std::chrono::steady_clock::time_point;
// A model's output for the position: win, draw, loss.
using EvaluateTask = std::array<double, 3>;

constexpr milliseconds kTimeout(60000);
constexpr milliseconds kBetweenSwitches(50);
// Positions per call, so that a response is made from several batches when others call too.
constexpr int kPositions = 8;
// Allows for another order of summation; models differ by more.
constexpr double kTolerance = 1e-3;

struct Arguments {
  std::string address;
  std::string admin;
  double seconds = 1;
  int clients = 1;
  std::string game;
  std::array<std::string, 2> files;
};

struct Tally {
  // The time of each answer, in seconds, and how long it took.
  std::vector<std::pair<double, double>> answered_ms;
  std::map<std::string, int> models;
  int errors = 0;
  int mixed = 0;
  int switches = 0;
  std::string error;
};

template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> Call(Stub* stub,
                              grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                           Response*),
                              const Request& request) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kTimeout);
  Response response;
  KVINTET_RETURN_IF_ERROR(serving::FromGrpcStatus((stub->*method)(&context, request, &response)));
  return response;
}

std::shared_ptr<grpc::Channel> Connect(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

EvaluateTask OpinionOf(const v1::Evaluation& evaluation) {
  return {evaluation.win(), evaluation.draw(), evaluation.loss()};
}

bool IsClose(const EvaluateTask& a, const EvaluateTask& b) {
  return std::abs(a[0] - b[0]) < kTolerance && std::abs(a[1] - b[1]) < kTolerance &&
         std::abs(a[2] - b[2]) < kTolerance;
}

// The load of one run.
class SwitchLoad {
 public:
  explicit SwitchLoad(const Arguments& arguments)
      : arguments_(arguments),
        admin_(v1::AdminService::NewStub(Connect(arguments.admin))),
        analysis_(v1::AnalysisService::NewStub(Connect(arguments.address))) {
    for (int i = 0; i < kPositions; ++i) {
      request_.add_states()->set_game(arguments.game);
    }
  }

  // Loads and warms both models, and records the outputs of each.
  absl::Status Prepare() {
    for (const std::string& file : arguments_.files) {
      v1::LoadModelRequest load;
      load.set_file(file);
      KVINTET_ASSIGN_OR_RETURN(const auto loaded,
                               Call(admin_.get(), &v1::AdminService::Stub::LoadModel, load));
      v1::WarmModelRequest warm;
      warm.set_id(loaded.model().id());
      KVINTET_RETURN_IF_ERROR(
          Call(admin_.get(), &v1::AdminService::Stub::WarmModel, warm).status());
      ids_.push_back(warm.id());
      KVINTET_RETURN_IF_ERROR(Switch(warm.id()));
      KVINTET_ASSIGN_OR_RETURN(const auto answer, Evaluate(analysis_.get()));
      tasks_[warm.id()] = OpinionOf(answer.evaluations(0));
    }
    if (IsClose(tasks_[ids_[0]], tasks_[ids_[1]])) {
      return absl::InvalidArgumentError("wanted two models that judge otherwise, found the same");
    }
    return absl::OkStatus();
  }

  Tally Run() {
    start_ = std::chrono::steady_clock::now();
    std::vector<std::jthread> clients;
    clients.reserve(static_cast<size_t>(arguments_.clients));
    for (int i = 0; i < arguments_.clients; ++i) {
      clients.emplace_back([this] { Ask(); });
    }
    for (int i = 0; Goes(); ++i) {
      const absl::Status status = Switch(ids_[static_cast<size_t>(i % 2)]);
      Note(status);
      std::this_thread::sleep_for(kBetweenSwitches);
    }
    clients.clear();
    return tally_;
  }

 private:
  bool Goes() const { return SecondsSince(start_) < arguments_.seconds; }

  absl::Status Switch(const std::string& id) {
    v1::SwitchModelRequest request;
    request.set_id(id);
    return Call(admin_.get(), &v1::AdminService::Stub::SwitchModel, request).status();
  }

  absl::StatusOr<v1::EvaluateResponse> Evaluate(v1::AnalysisService::Stub* stub) const {
    return Call(stub, &v1::AnalysisService::Stub::Evaluate, request_);
  }

  void Note(const absl::Status& status) {
    const std::lock_guard lock(mutex_);
    tally_.switches += status.ok() ? 1 : 0;
    if (!status.ok()) {
      ++tally_.errors;
      tally_.error = status.ToString();
    }
  }

  // Runs one client.
  void Ask() {
    const auto stub = v1::AnalysisService::NewStub(Connect(arguments_.address));
    while (Goes()) {
      const Time asked = std::chrono::steady_clock::now();
      const auto answer = Evaluate(stub.get());
      const double ms = SecondsSince(asked) * 1000;
      const std::lock_guard lock(mutex_);
      if (!answer.ok()) {
        ++tally_.errors;
        tally_.error = answer.status().ToString();
        continue;
      }
      tally_.answered_ms.emplace_back(SecondsSince(start_), ms);
      ++tally_.models[answer->evaluations(0).model()];
      tally_.mixed += IsOfOneModel(*answer) ? 0 : 1;
    }
  }

  bool IsOfOneModel(const v1::EvaluateResponse& answer) const {
    const std::string& model = answer.evaluations(0).model();
    const auto evaluation = tasks_.find(model);
    return evaluation != tasks_.end() &&
           std::ranges::all_of(answer.evaluations(), [&](const v1::Evaluation& one) {
             return one.model() == model && IsClose(OpinionOf(one), evaluation->second);
           });
  }

  const Arguments& arguments_;
  const std::unique_ptr<v1::AdminService::Stub> admin_;
  const std::unique_ptr<v1::AnalysisService::Stub> analysis_;
  v1::EvaluateRequest request_;
  std::vector<std::string> ids_;
  std::map<std::string, EvaluateTask> tasks_;
  Time start_;
  std::mutex mutex_;
  // Guarded by mutex_.
  Tally tally_;
};

// The 99th percentile of each whole second, sorted.
std::vector<double> WindowsP99(const Tally& tally) {
  std::map<int, std::vector<double>> windows;
  for (const auto& [second, ms] : tally.answered_ms) {
    windows[static_cast<int>(second)].push_back(ms);
  }
  std::vector<double> values;
  for (auto& [second, times] : windows) {
    std::ranges::sort(times);
    values.push_back(testing::Quantile(times, 0.99));
  }
  std::ranges::sort(values);
  return values;
}

Json Report(const Arguments& arguments, const Tally& tally) {
  std::vector<double> times;
  for (const auto& [second, ms] : tally.answered_ms) {
    times.push_back(ms);
  }
  Json models = Json::object();
  for (const auto& [model, count] : tally.models) {
    models[model] = count;
  }
  const std::vector<double> windows = WindowsP99(tally);
  return {{"clients", arguments.clients},
          {"seconds", arguments.seconds},
          {"answered", times.size()},
          {"answered_ms", testing::Times(times)},
          {"window_p99_median_ms", testing::Quantile(windows, 0.5)},
          {"window_p99_worst_ms", testing::Quantile(windows, 1)},
          {"switches", tally.switches},
          {"models", models},
          {"mixed", tally.mixed},
          {"errors", tally.errors},
          {"error", tally.error}};
}

bool Parse(int argc, char** argv, Arguments* arguments) {
  if (argc != 8) {
    return false;
  }
  arguments->address = argv[1];
  arguments->admin = argv[2];
  arguments->game = argv[5];
  arguments->files = {argv[6], argv[7]};
  return absl::SimpleAtod(argv[3], &arguments->seconds) && arguments->seconds > 0 &&
         absl::SimpleAtoi(argv[4], &arguments->clients) && arguments->clients > 0;
}

}  // namespace
}  // namespace kvintet

int main(int argc, char** argv) {
  kvintet::Arguments arguments;
  if (!kvintet::Parse(argc, argv, &arguments)) {
    std::fprintf(stderr,
                 "usage: switch_load ADDRESS ADMIN_ADDRESS SECONDS CLIENTS GAME FILE FILE\n");
    return 2;
  }
  kvintet::SwitchLoad load(arguments);
  if (const absl::Status prepared = load.Prepare(); !prepared.ok()) {
    std::fprintf(stderr, "switch_load: %s\n", prepared.ToString().c_str());
    return 2;
  }
  const kvintet::Tally tally = load.Run();
  std::printf("%s\n", kvintet::ToJsonLine(kvintet::Report(arguments, tally)).c_str());
  return tally.errors == 0 && tally.mixed == 0 ? 0 : 1;
}
