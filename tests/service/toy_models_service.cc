// toy_models_service: the service with models of tic-tac-toe that have a constant output.
//
// usage: toy_models_service MODEL_FOLDER [SERVE_CONFIG [FAULT]], the configuration in protobuf's
// text form. A model's file holds a number from 0 to 1, the probability of winning; the model's id
// is the SHA-256 of the file. FAULT is a negative control, in one of a hundred evaluations: "mixes"
// returns the output of the model that was loaded last; "throws", "nan", "fails" and "hangs" do
// what they say.
#include <google/protobuf/text_format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"
#include "serving/serve_until_stopped.h"
#include "tests/support/fake_evaluator.h"

namespace kvintet {
namespace {

constexpr int kSound = 100;

// The output of the model that was loaded last.
std::atomic<float> newest = 0;
std::string fault;

// Whether the next evaluation fails.
bool GoesWrong() {
  static std::atomic<int> evaluations = 0;
  return ++evaluations % kSound == 0;
}

// An evaluator that returns `win`, except for the seeded fault.
class ToyEvaluator final : public selfplay::Evaluator {
 public:
  ToyEvaluator(const envs::Game& game, float win)
      : toy_(game, [this, win](envs::ConstViews, auto, auto) {
          const float said = wrong_ && fault == "mixes" ? newest.load() : win;
          return wrong_ && fault == "nan" ? selfplay::Wdl{std::nanf(""), 0, 0}
                                          : selfplay::Wdl{said, 0, 1 - said};
        }) {}
  const envs::Game& game() const override { return toy_.game(); }
  std::string Id() const override { return toy_.Id(); }
  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override {
    wrong_ = !fault.empty() && GoesWrong();
    if (wrong_ && fault == "throws") {
      throw std::bad_alloc();
    }
    if (wrong_ && fault == "hangs") {
      std::printf("hangs\n");
      std::fflush(stdout);
      std::this_thread::sleep_for(std::chrono::hours(1));
    }
    KVINTET_RETURN_IF_ERROR(toy_.Evaluate(request, result));
    return wrong_ && fault == "fails" ? absl::ResourceExhaustedError("no memory")
                                      : absl::OkStatus();
  }

 private:
  testing::FakeEvaluator toy_;
  bool wrong_ = false;
};

absl::StatusOr<serving::ServedModel> Load(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  float win = 0;
  if (!absl::SimpleAtof(text, &win) || !(win >= 0 && win <= 1)) {
    return absl::DataLossError(absl::StrCat(path, ": wanted a number from 0 to 1"));
  }
  newest = win;
  return serving::ServedModel{.game = "tic_tac_toe",
                              .id = Sha256Hex(text),
                              .description = "says one thing",
                              .factory = [win](const envs::Game& game) {
                                return std::make_unique<ToyEvaluator>(game, win);
                              }};
}

int Fail(const std::string& text) {
  std::fprintf(stderr, "toy_models_service: %s\n", text.c_str());
  return 1;
}

void Announce(const serving::Server& server) {
  std::printf("listening on %s\nmetrics on %s\n", server.Address().c_str(),
              server.MetricsAddress().c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace kvintet

int main(int argc, char** argv) {
  kvintet::ServeConfig config;
  if (argc < 2 || argc > 4 ||
      (argc > 2 && !google::protobuf::TextFormat::ParseFromString(argv[2], &config))) {
    return kvintet::Fail("wanted a folder, a ServeConfig in text form, a fault");
  }
  kvintet::fault = argc > 3 ? argv[3] : "";
  // All clients of a load test have the same address.
  kvintet::Quotas quotas;
  quotas.mutable_each()->set_calls(1'000'000);
  quotas.mutable_each()->set_evaluations_per_second(0);
  // Must be created before gRPC starts threads.
  kvintet::serving::StopSignals signals;
  const absl::Status status = kvintet::serving::ServeUntilStopped(
      config, kvintet::selfplay::SearchSettings(), {},
      {.loader = &kvintet::Load, .model_folder = argv[1], .quotas = quotas}, &signals,
      &kvintet::Announce);
  return status.ok() ? 0 : kvintet::Fail(status.ToString());
}
