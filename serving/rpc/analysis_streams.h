// AnalysisStreams: the streams of AnalysisService: Analyze and AnalyzeGame.
#pragma once

#include <memory>

#include "serving/calls/stream_watch.h"
#include "serving/rpc/services.h"

namespace grpc {
template <typename Response>
class ServerWriteReactor;
}  // namespace grpc

namespace kvintet::v1 {
class AnalyzeGameRequest;
class AnalyzeGameResponse;
class AnalyzeRequest;
class AnalyzeResponse;
}  // namespace kvintet::v1

namespace kvintet::serving {

// A stream is a call like others: it passes the gate, its searches are jobs of the scheduler. What
// a slow reader costs is bounded; one that reads nothing at all is cut off soon after its deadline.
class AnalysisStreams {
 public:
  // REQUIRES: all streams are done before it is destroyed.
  explicit AnalysisStreams(const ServiceContext* context);
  ~AnalysisStreams();

  // What a handler returns to gRPC.
  grpc::ServerWriteReactor<v1::AnalyzeResponse>* Start(const IncomingCall& incoming,
                                                       const v1::AnalyzeRequest& request);
  grpc::ServerWriteReactor<v1::AnalyzeGameResponse>* Start(const IncomingCall& incoming,
                                                           const v1::AnalyzeGameRequest& request);

 private:
  const ServiceContext* const context_;
  const std::unique_ptr<StreamWatch> watch_;
};

}  // namespace kvintet::serving
