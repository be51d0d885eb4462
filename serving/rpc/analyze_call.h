// AnalyzeCall: one search with progress, but for how its messages travel.
#pragma once

#include <memory>

#include "kvintet_api/v1/analysis.pb.h"
#include "serving/calls/stream_call.h"
#include "serving/engine/analysis.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

class AnalyzeCall : public StreamCall<v1::AnalyzeResponse> {
 public:
  using Request = v1::AnalyzeRequest;
  using Response = v1::AnalyzeResponse;

  // Reads the situation and starts to search; on failure it is finished. A thread of our own.
  void Begin();

 protected:
  // `deadline`: when the stream must have ended. `context` outlives the call.
  AnalyzeCall(const ServiceContext& context, Clock::time_point deadline, const Request& request);

 private:
  absl::Status CheckRequest() const;
  AnalysisLimits LimitsOf() const;
  // Makes the analysis.
  absl::Status Prepare();
  absl::Status Submit();
  Response Message(const Finding& found);

  const ServiceContext& context_;
  const Request request_;
  const uint64_t seed_;
  std::unique_ptr<Analysis> analysis_;
  int sequence_ = 0;
};

}  // namespace kvintet::serving
