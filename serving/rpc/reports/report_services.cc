// RunService and StudyService: what training runs and balance studies have found so far.
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "kvintet_api/v1/run.grpc.pb.h"
#include "kvintet_api/v1/study.grpc.pb.h"
#include "serving/errors/catch_as_status.h"
#include "serving/reports/run_shelf.h"
#include "serving/reports/study_shelf.h"
#include "serving/rpc/reports/run_watch.h"
#include "serving/rpc/services.h"
#include "serving/rpc/unary_method.h"

namespace kvintet::serving {
namespace {

// Copies a result into a response.
template <typename Response>
absl::Status Answer(absl::StatusOr<Response> result, Response* response) {
  KVINTET_RETURN_IF_ERROR(result.status());
  *response = *std::move(result);
  return absl::OkStatus();
}

// Starts a unary call that reads files, on the room's own thread.
template <typename Work>
grpc::ServerUnaryReactor* StartReading(const ServiceContext& context, WorkerPool* workers,
                                       const IncomingCall& call, Work work) {
  return StartCall(call, context.limits, context.gate, [=](Call* started) {
    workers->Submit(started, [=] { started->Finish(CatchAsStatus(work)); });
  });
}

class RunService final : public v1::RunService::CallbackService {
 public:
  RunService(const ServiceContext* context, WorkerPool* workers, RunShelf* runs,
             RunWatchers* watchers)
      : context_(context), workers_(workers), runs_(runs), watchers_(watchers) {}

  KVINTET_UNARY_METHOD(RunService, ListRuns)
  KVINTET_UNARY_METHOD(RunService, GetRun)

  grpc::ServerWriteReactor<v1::WatchRunResponse>* WatchRun(
      grpc::CallbackServerContext* call, const v1::WatchRunRequest* request) override {
    return StartWatch(watchers_, runs_,
                      {call, "kvintet.v1.RunService/WatchRun", request->ByteSizeLong()}, *request);
  }

 private:
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const v1::ListRunsRequest* /*request*/,
                                  v1::ListRunsResponse* response) {
    return StartReading(*context_, workers_, call,
                        [=, this] { return Answer(runs_->List(), response); });
  }
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const v1::GetRunRequest* request,
                                  v1::GetRunResponse* response) {
    return StartReading(*context_, workers_, call, [=, this]() -> absl::Status {
      KVINTET_ASSIGN_OR_RETURN(const ShownRun run, runs_->Find(request->run()));
      *response->mutable_state() = run.State();
      *response->mutable_history() = run.report->history;
      return absl::OkStatus();
    });
  }

  const ServiceContext* const context_;
  WorkerPool* const workers_;
  RunShelf* const runs_;
  RunWatchers* const watchers_;
};

class StudyService final : public v1::StudyService::CallbackService {
 public:
  StudyService(const ServiceContext* context, WorkerPool* workers, StudyShelf* studies)
      : context_(context), workers_(workers), studies_(studies) {}

  KVINTET_UNARY_METHOD(StudyService, ListStudies)
  KVINTET_UNARY_METHOD(StudyService, GetStudy)

 private:
  grpc::ServerUnaryReactor* Start(const IncomingCall& call,
                                  const v1::ListStudiesRequest* /*request*/,
                                  v1::ListStudiesResponse* response) {
    return StartReading(*context_, workers_, call,
                        [=, this] { return Answer(studies_->List(), response); });
  }
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const v1::GetStudyRequest* request,
                                  v1::GetStudyResponse* response) {
    return StartReading(*context_, workers_, call,
                        [=, this] { return Answer(studies_->Find(request->study()), response); });
  }

  const ServiceContext* const context_;
  WorkerPool* const workers_;
  StudyShelf* const studies_;
};

class Reports final : public ReportRoom {
 public:
  Reports(const ServiceContext* context, RunReader runs)
      : runs_(context->config.runs(), std::move(runs)),
        studies_(context->config.studies()),
        workers_(/*threads=*/1, static_cast<size_t>(context->config.max_queued()),
                 context->metrics),
        watchers_(context->config.max_watchers(), context->limits, context->gate, kRunPeriod),
        run_service_(context, &workers_, &runs_, &watchers_),
        study_service_(context, &workers_, &studies_) {}

  std::vector<grpc::Service*> Services() override { return {&run_service_, &study_service_}; }
  void Stop() override { watchers_.Stop(); }

 private:
  RunShelf runs_;
  StudyShelf studies_;
  // One thread, so that files are read one after the other and cost others at most one core.
  WorkerPool workers_;
  RunWatchers watchers_;
  RunService run_service_;
  StudyService study_service_;
};

}  // namespace

std::unique_ptr<ReportRoom> MakeReportRoom(const ServiceContext* context, RunReader runs) {
  return std::make_unique<Reports>(context, std::move(runs));
}

}  // namespace kvintet::serving
