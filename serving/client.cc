// Client: see the header.
#include "serving/client.h"

#include <grpcpp/grpcpp.h>

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/analysis.grpc.pb.h"
#include "kvintet_api/v1/catalog.grpc.pb.h"
#include "kvintet_api/v1/match.grpc.pb.h"
#include "kvintet_api/v1/rules.grpc.pb.h"
#include "kvintet_api/v1/tournament_service.grpc.pb.h"
#include "serving/errors/grpc_status.h"

namespace kvintet::serving {

struct Client::Stubs {
  explicit Stubs(const std::shared_ptr<grpc::Channel>& channel)
      : catalog(channel), rules(channel), analysis(channel), match(channel), director(channel) {}
  v1::CatalogService::Stub catalog;
  v1::RulesService::Stub rules;
  v1::AnalysisService::Stub analysis;
  v1::MatchService::Stub match;
  v1::TournamentService::Stub director;
};

namespace {

void Prepare(grpc::ClientContext* context, Client::Timeout timeout,
             const std::string& authorization) {
  context->set_deadline(std::chrono::system_clock::now() + timeout);
  if (!authorization.empty()) {
    context->AddMetadata("authorization", authorization);
  }
}

// Calls one method of a stub.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> Invoke(
    Stub* stub, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
    const Request& request, Client::Timeout timeout, const std::string& authorization) {
  grpc::ClientContext context;
  Prepare(&context, timeout, authorization);
  Response response;
  const grpc::Status status = (stub->*method)(&context, request, &response);
  if (!status.ok()) {
    return FromGrpcStatus(status);
  }
  return response;
}

// Reads one stream.
template <typename Stub, typename Request, typename Response>
absl::Status Follow(Stub* stub,
                    std::unique_ptr<grpc::ClientReader<Response>> (Stub::*method)(
                        grpc::ClientContext*, const Request&),
                    const Request& request, Client::Timeout timeout,
                    const std::string& authorization,
                    const std::function<bool(const Response&)>& see) {
  grpc::ClientContext context;
  Prepare(&context, timeout, authorization);
  const std::unique_ptr<grpc::ClientReader<Response>> reader = (stub->*method)(&context, request);
  Response response;
  while (reader->Read(&response)) {
    if (!see(response)) {
      context.TryCancel();
      reader->Finish();
      return absl::OkStatus();
    }
  }
  return FromGrpcStatus(reader->Finish());
}

}  // namespace

Client::Client(std::unique_ptr<Stubs> stubs, const std::string& token)
    : stubs_(std::move(stubs)), authorization_(token.empty() ? "" : "Bearer " + token) {}
Client::~Client() = default;

absl::StatusOr<std::unique_ptr<Client>> Client::Connect(const std::string& address, Timeout timeout,
                                                        const ClientSecurity& security) {
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::ChannelCredentials> credentials,
                           MakeChannelCredentials(security));
  grpc::ChannelArguments arguments;
  // Connections are not shared with other clients in the process.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // A page of moves may be large.
  arguments.SetMaxReceiveMessageSize(-1);
  if (!security.server_name.empty()) {
    arguments.SetSslTargetNameOverride(security.server_name);
  }
  const auto channel = grpc::CreateCustomChannel(address, credentials, arguments);
  if (!channel->WaitForConnected(std::chrono::system_clock::now() + timeout)) {
    return absl::UnavailableError(absl::StrCat(
        security.server_ca.empty() ? "no server answers at " : "no trusted server answers at ",
        address));
  }
  return std::unique_ptr<Client>(new Client(std::make_unique<Stubs>(channel), security.token));
}

absl::StatusOr<v1::ListGamesResponse> Client::ListGames(Timeout timeout) {
  using Stub = v1::CatalogService::Stub;
  return Invoke(&stubs_->catalog, &Stub::ListGames, v1::ListGamesRequest(), timeout,
                authorization_);
}

absl::StatusOr<v1::GetGameResponse> Client::GetGame(const v1::GetGameRequest& request,
                                                    Timeout timeout) {
  return Invoke(&stubs_->catalog, &v1::CatalogService::Stub::GetGame, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ListModelsResponse> Client::ListModels(Timeout timeout) {
  using Stub = v1::CatalogService::Stub;
  return Invoke(&stubs_->catalog, &Stub::ListModels, v1::ListModelsRequest(), timeout,
                authorization_);
}

absl::StatusOr<v1::DescribeResponse> Client::Describe(const v1::DescribeRequest& request,
                                                      Timeout timeout) {
  return Invoke(&stubs_->rules, &v1::RulesService::Stub::Describe, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ListMovesResponse> Client::ListMoves(const v1::ListMovesRequest& request,
                                                        Timeout timeout) {
  return Invoke(&stubs_->rules, &v1::RulesService::Stub::ListMoves, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ApplyResponse> Client::Apply(const v1::ApplyRequest& request, Timeout timeout) {
  return Invoke(&stubs_->rules, &v1::RulesService::Stub::Apply, request, timeout, authorization_);
}

absl::StatusOr<v1::EvaluateResponse> Client::Evaluate(const v1::EvaluateRequest& request,
                                                      Timeout timeout) {
  return Invoke(&stubs_->analysis, &v1::AnalysisService::Stub::Evaluate, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ChooseMoveResponse> Client::ChooseMove(const v1::ChooseMoveRequest& request,
                                                          Timeout timeout) {
  return Invoke(&stubs_->analysis, &v1::AnalysisService::Stub::ChooseMove, request, timeout,
                authorization_);
}

absl::StatusOr<v1::CreateMatchResponse> Client::CreateMatch(const v1::CreateMatchRequest& request,
                                                            Timeout timeout) {
  return Invoke(&stubs_->match, &v1::MatchService::Stub::CreateMatch, request, timeout,
                authorization_);
}

absl::StatusOr<v1::JoinMatchResponse> Client::JoinMatch(const v1::JoinMatchRequest& request,
                                                        Timeout timeout) {
  return Invoke(&stubs_->match, &v1::MatchService::Stub::JoinMatch, request, timeout,
                authorization_);
}

absl::StatusOr<v1::GetMatchResponse> Client::GetMatch(const v1::GetMatchRequest& request,
                                                      Timeout timeout) {
  return Invoke(&stubs_->match, &v1::MatchService::Stub::GetMatch, request, timeout,
                authorization_);
}

absl::StatusOr<v1::CommitMoveResponse> Client::CommitMove(const v1::CommitMoveRequest& request,
                                                          Timeout timeout) {
  return Invoke(&stubs_->match, &v1::MatchService::Stub::CommitMove, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ActResponse> Client::Act(const v1::ActRequest& request, Timeout timeout) {
  return Invoke(&stubs_->match, &v1::MatchService::Stub::Act, request, timeout, authorization_);
}

absl::StatusOr<v1::RematchResponse> Client::Rematch(const v1::RematchRequest& request,
                                                    Timeout timeout) {
  return Invoke(&stubs_->match, &v1::MatchService::Stub::Rematch, request, timeout, authorization_);
}

absl::StatusOr<v1::GetReportResponse> Client::GetReport(const v1::GetReportRequest& request,
                                                        Timeout timeout) {
  return Invoke(&stubs_->match, &v1::MatchService::Stub::GetReport, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ListMatchesResponse> Client::ListMatches(const v1::ListMatchesRequest& request,
                                                            Timeout timeout) {
  return Invoke(&stubs_->match, &v1::MatchService::Stub::ListMatches, request, timeout,
                authorization_);
}

absl::StatusOr<v1::CreateTournamentResponse> Client::CreateTournament(
    const v1::CreateTournamentRequest& request, Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::CreateTournament, request, timeout,
                authorization_);
}

absl::StatusOr<v1::GetTournamentResponse> Client::GetTournament(
    const v1::GetTournamentRequest& request, Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::GetTournament, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ListTournamentsResponse> Client::ListTournaments(
    const v1::ListTournamentsRequest& request, Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::ListTournaments, request, timeout,
                authorization_);
}

absl::StatusOr<v1::AddMatchesResponse> Client::AddMatches(const v1::AddMatchesRequest& request,
                                                          Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::AddMatches, request, timeout,
                authorization_);
}

absl::StatusOr<v1::PauseMatchResponse> Client::PauseMatch(const v1::PauseMatchRequest& request,
                                                          Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::PauseMatch, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ResumeMatchResponse> Client::ResumeMatch(const v1::ResumeMatchRequest& request,
                                                            Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::ResumeMatch, request, timeout,
                authorization_);
}

absl::StatusOr<v1::AdjustClockResponse> Client::AdjustClock(const v1::AdjustClockRequest& request,
                                                            Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::AdjustClock, request, timeout,
                authorization_);
}

absl::StatusOr<v1::AdjustPointsResponse> Client::AdjustPoints(
    const v1::AdjustPointsRequest& request, Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::AdjustPoints, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ForfeitResponse> Client::Forfeit(const v1::ForfeitRequest& request,
                                                    Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::Forfeit, request, timeout,
                authorization_);
}

absl::StatusOr<v1::DisqualifyResponse> Client::Disqualify(const v1::DisqualifyRequest& request,
                                                          Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::Disqualify, request, timeout,
                authorization_);
}

absl::StatusOr<v1::VoidMatchResponse> Client::VoidMatch(const v1::VoidMatchRequest& request,
                                                        Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::VoidMatch, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ReplayMatchResponse> Client::ReplayMatch(const v1::ReplayMatchRequest& request,
                                                            Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::ReplayMatch, request, timeout,
                authorization_);
}

absl::StatusOr<v1::DecideMatchResponse> Client::DecideMatch(const v1::DecideMatchRequest& request,
                                                            Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::DecideMatch, request, timeout,
                authorization_);
}

absl::StatusOr<v1::ForceResetResponse> Client::ForceReset(const v1::ForceResetRequest& request,
                                                          Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::ForceReset, request, timeout,
                authorization_);
}

absl::StatusOr<v1::GetStandingsResponse> Client::GetStandings(
    const v1::GetStandingsRequest& request, Timeout timeout) {
  return Invoke(&stubs_->director, &v1::TournamentService::Stub::GetStandings, request, timeout,
                authorization_);
}

absl::Status Client::WatchMatch(const v1::WatchMatchRequest& request, Timeout timeout,
                                const std::function<bool(const v1::WatchMatchResponse&)>& see) {
  return Follow(&stubs_->match, &v1::MatchService::Stub::WatchMatch, request, timeout,
                authorization_, see);
}

absl::Status Client::Analyze(const v1::AnalyzeRequest& request, Timeout timeout,
                             const std::function<bool(const v1::AnalyzeResponse&)>& see) {
  return Follow(&stubs_->analysis, &v1::AnalysisService::Stub::Analyze, request, timeout,
                authorization_, see);
}

absl::Status Client::AnalyzeGame(const v1::AnalyzeGameRequest& request, Timeout timeout,
                                 const std::function<bool(const v1::AnalyzeGameResponse&)>& see) {
  return Follow(&stubs_->analysis, &v1::AnalysisService::Stub::AnalyzeGame, request, timeout,
                authorization_, see);
}

}  // namespace kvintet::serving
