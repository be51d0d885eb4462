// RpcTable: see the header.
#include "serving/http/protocol/rpc_table.h"

#include <string_view>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "kvintet_api/v1/run.pb.h"
#include "kvintet_api/v1/study.pb.h"
#include "kvintet_api/v1/tournament_service.pb.h"

namespace kvintet::serving {
namespace {

using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;

// The public services, each with a message from the schema that defines it.
const ServiceDescriptor& ServiceOf(const google::protobuf::Descriptor& message,
                                   const std::string& name) {
  const ServiceDescriptor* service = message.file()->FindServiceByName(name);
  KVINTET_CHECK(service != nullptr);
  return *service;
}

}  // namespace

RpcTable::RpcTable() {
  for (const ServiceDescriptor* service :
       {&ServiceOf(*v1::GetGameRequest::descriptor(), "CatalogService"),
        &ServiceOf(*v1::DescribeRequest::descriptor(), "RulesService"),
        &ServiceOf(*v1::EvaluateRequest::descriptor(), "AnalysisService"),
        &ServiceOf(*v1::GetMatchRequest::descriptor(), "MatchService"),
        &ServiceOf(*v1::GetStandingsRequest::descriptor(), "TournamentService"),
        &ServiceOf(*v1::GetRunRequest::descriptor(), "RunService"),
        &ServiceOf(*v1::GetStudyRequest::descriptor(), "StudyService")}) {
    for (int i = 0; i < service->method_count(); ++i) {
      const MethodDescriptor& method = *service->method(i);
      KVINTET_CHECK(!method.client_streaming());
      const std::string path = absl::StrCat("/", service->full_name(), "/", method.name());
      rpcs_[path] = {.path = path,
                     .streams = method.server_streaming(),
                     .request = method.input_type(),
                     .response = method.output_type()};
    }
  }
}

const Rpc* RpcTable::Find(absl::string_view path) const {
  const auto found = rpcs_.find(std::string_view(path.data(), path.size()));
  return found == rpcs_.end() ? nullptr : &found->second;
}

}  // namespace kvintet::serving
