// AnalysisStreams: the streaming calls of AnalysisService, Analyze and AnalyzeGame.
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

// A stream passes the gate like any call, and its searches are jobs of the scheduler. The cost of a
// slow reader is bounded, and a client that does not read at all is cut off soon after its
// deadline.
class AnalysisStreams {
 public:
  // REQUIRES: all streams are done before the destructor runs.
  explicit AnalysisStreams(const ServiceContext* context);
  ~AnalysisStreams();

  // Starts a stream. Returns what a handler returns to gRPC.
  grpc::ServerWriteReactor<v1::AnalyzeResponse>* Start(const IncomingCall& incoming,
                                                       const v1::AnalyzeRequest& request);
  grpc::ServerWriteReactor<v1::AnalyzeGameResponse>* Start(const IncomingCall& incoming,
                                                           const v1::AnalyzeGameRequest& request);

 private:
  const ServiceContext* const context_;
  const std::unique_ptr<StreamWatch> watch_;
};

}  // namespace kvintet::serving
