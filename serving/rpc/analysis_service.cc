// AnalysisService: evaluates states, chooses moves, analyses with progress, and reviews games.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/analysis.grpc.pb.h"
#include "serving/errors/catch_as_status.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/analysis_input.h"
#include "serving/rpc/analysis_streams.h"
#include "serving/rpc/convert.h"
#include "serving/rpc/services.h"
#include "serving/rpc/unary_method.h"

namespace kvintet::serving {
namespace {

// An Evaluate call in progress. All its evaluations are submitted together, and the last one to
// complete finishes the call.
class Evaluation {
 public:
  Evaluation(Call* call, v1::EvaluateResponse* response) : call_(call), response_(response) {}

  absl::Status Read(const ServiceContext& context, const v1::EvaluateRequest& request) {
    if (request.states().empty() || request.states_size() > context.config.max_positions()) {
      return Refusal(v1::REASON_BAD_BUDGET,
                     absl::StrCat("states: wanted 1 to ", context.config.max_positions(),
                                  ", found ", request.states_size()),
                     "states");
    }
    for (int i = 0; i < request.states_size(); ++i) {
      absl::StatusOr<PointOfView> point =
          ReadView(context, request.states(i), request.omniscient());
      if (!point.ok()) {
        return Within(point.status(), absl::StrCat("states[", i, "]"));
      }
      KVINTET_RETURN_IF_ERROR(CheckTrained(*point->game, request.trained_only()));
      KeepModel(&*point);
      tasks_.push_back(std::make_unique<EvaluateTask>(*std::move(point)));
    }
    left_ = tasks_.size();
    return absl::OkStatus();
  }

  static std::vector<Job> Jobs(const std::shared_ptr<Evaluation>& evaluation, int max_batch) {
    std::vector<Job> jobs;
    for (const std::unique_ptr<EvaluateTask>& task : evaluation->tasks_) {
      jobs.push_back(
          {.game = task->Point().game,
           .call = evaluation->call_,
           .task = task.get(),
           .done = [evaluation](const absl::Status& status) { evaluation->Done(status); },
           .rounds = 1 + static_cast<int>(jobs.size()) / max_batch});
    }
    return jobs;
  }

 private:
  // Uses the same model for all states of a game in this reply, even if another one begins to play.
  void KeepModel(PointOfView* point) {
    const auto& text = point->game->game->Spec().text;
    point->game = games_.try_emplace(text, point->game).first->second;
  }
  void Done(const absl::Status& status) {
    {
      const std::lock_guard lock(mutex_);
      status_.Update(status);
    }
    if (--left_ > 0) {
      return;
    }
    if (status_.ok()) {
      status_ = CatchAsStatus([this] {
        for (const std::unique_ptr<EvaluateTask>& task : tasks_) {
          *response_->add_evaluations() = ToMessage(*task);
        }
        return absl::OkStatus();
      });
    }
    call_->Finish(status_);
  }

  Call* const call_;
  v1::EvaluateResponse* const response_;
  std::vector<std::unique_ptr<EvaluateTask>> tasks_;
  // Keyed by GameSpec::text.
  std::map<std::string, std::shared_ptr<const ServedGame>> games_;
  std::atomic<size_t> left_ = 0;
  std::mutex mutex_;
  // Guarded by mutex_ until no evaluation is left.
  absl::Status status_;
};

// The search settings, and how much of their noise to keep.
struct Strength {
  selfplay::SearchSettings search;
  double variety;
};

absl::StatusOr<Strength> StrengthOf(const ServiceContext& context, const ServedGame& game,
                                    const v1::ChooseMoveRequest& request) {
  KVINTET_RETURN_IF_ERROR(CheckSimulations(context, request.simulations()));
  if (!(request.variety() >= 0 && request.variety() <= 1)) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("variety: wanted a number from 0 to 1, found ", request.variety()),
                   "variety");
  }
  Strength strength = {.search = context.search, .variety = request.variety()};
  if (request.simulations() > 0) {
    strength.search.simulations = request.simulations();
  }
  if (request.level() == 0) {
    return strength;
  }
  if (request.simulations() != 0 || request.variety() != 0) {
    return Refusal(v1::REASON_BAD_FIELD,
                   "level: wanted neither simulations nor variety with a level, found some",
                   "level");
  }
  KVINTET_ASSIGN_OR_RETURN(const StrengthLevel level,
                           LevelOf(context, game.model.game, request.level()));
  strength.search.simulations = level.simulations();
  strength.variety = level.variety();
  return strength;
}

void Run(const ServiceContext& context, Call* call, const v1::EvaluateRequest& request,
         v1::EvaluateResponse* response) {
  const auto evaluation = std::make_shared<Evaluation>(call, response);
  absl::Status status = CatchAsStatus([&] { return evaluation->Read(context, request); });
  if (status.ok()) {
    status = context.scheduler->Submit(Evaluation::Jobs(evaluation, context.config.max_batch()));
  }
  if (!status.ok()) {
    call->Finish(status);
  }
}

absl::StatusOr<std::shared_ptr<MoveChoice>> MakeChoice(const ServiceContext& context,
                                                       const v1::ChooseMoveRequest& request,
                                                       uint64_t seed) {
  absl::StatusOr<PointOfView> point = ReadView(context, request.state(), request.omniscient());
  if (!point.ok()) {
    return Within(point.status(), "state");
  }
  KVINTET_RETURN_IF_ERROR(CheckTrained(*point->game, request.trained_only()));
  KVINTET_ASSIGN_OR_RETURN(const Strength strength, StrengthOf(context, *point->game, request));
  return MoveChoice::Create(*std::move(point), strength.search, strength.variety, seed);
}

absl::Status SubmitChoice(const ServiceContext& context, Call* call,
                          const v1::ChooseMoveRequest& request, v1::ChooseMoveResponse* response) {
  const uint64_t seed = request.has_seed() ? request.seed() : RandomSeed();
  std::shared_ptr<MoveChoice> choice;
  KVINTET_RETURN_IF_ERROR(CatchAsStatus([&]() -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(choice, MakeChoice(context, request, seed));
    return absl::OkStatus();
  }));
  const auto answer = [=] {
    *response = ToMessage(*choice);
    response->set_seed(seed);
    response->set_milliseconds(MillisecondsSince(call->Arrival()));
    return absl::OkStatus();
  };
  const auto done = [=](const absl::Status& status) {
    call->Finish(status.ok() ? CatchAsStatus(answer) : status);
  };
  std::vector<Job> jobs;
  jobs.push_back({.game = choice->Point().game,
                  .call = call,
                  .task = choice.get(),
                  .done = done,
                  .rounds = choice->Rounds()});
  return context.scheduler->Submit(std::move(jobs));
}

void Run(const ServiceContext& context, Call* call, const v1::ChooseMoveRequest& request,
         v1::ChooseMoveResponse* response) {
  const absl::Status status = SubmitChoice(context, call, request, response);
  if (!status.ok()) {
    call->Finish(status);
  }
}

// Our worker threads read the states; the scheduler's threads answer.
class AnalysisService final : public v1::AnalysisService::CallbackService {
 public:
  explicit AnalysisService(const ServiceContext* context) : context_(context), streams_(context) {}

  KVINTET_UNARY_METHOD(AnalysisService, Evaluate)
  KVINTET_UNARY_METHOD(AnalysisService, ChooseMove)

  grpc::ServerWriteReactor<v1::AnalyzeResponse>* Analyze(
      grpc::CallbackServerContext* call, const v1::AnalyzeRequest* request) override {
    return streams_.Start({call, "kvintet.v1.AnalysisService/Analyze", request->ByteSizeLong()},
                          *request);
  }
  grpc::ServerWriteReactor<v1::AnalyzeGameResponse>* AnalyzeGame(
      grpc::CallbackServerContext* call, const v1::AnalyzeGameRequest* request) override {
    return streams_.Start({call, "kvintet.v1.AnalysisService/AnalyzeGame", request->ByteSizeLong()},
                          *request);
  }

 private:
  template <typename Request, typename Response>
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const Request* request,
                                  Response* response) {
    return StartCall(call, context_->limits, context_->gate, [=, this](Call* started) {
      if (const absl::Status room = context_->scheduler->CheckRoom(); !room.ok()) {
        started->Finish(room);
        return;
      }
      context_->workers->Submit(started,
                                [=, this] { Run(*context_, started, *request, response); });
    });
  }

  const ServiceContext* const context_;
  AnalysisStreams streams_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeAnalysisService(const ServiceContext* context) {
  return std::make_unique<AnalysisService>(context);
}

}  // namespace kvintet::serving
