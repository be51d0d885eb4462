// AnalyzeCall: a search with progress messages, independent of the transport.
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

  // Reads the state and starts the search; finishes the call on failure. Called by one of our
  // threads.
  void Begin();

 protected:
  // `deadline` is when the stream must have ended. `context` outlives the call.
  AnalyzeCall(const ServiceContext& context, Clock::time_point deadline, const Request& request);

 private:
  absl::Status CheckRequest() const;
  AnalysisLimits LimitsOf() const;
  // Creates the analysis.
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
