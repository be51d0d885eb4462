// Client: a gRPC client for the service.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "kvintet_api/v1/tournament_service.pb.h"
#include "serving/net/tls.h"

namespace kvintet::serving {

// One connection. Calls block for at most the given time. Errors are those of the service, or
// Unavailable if the server does not answer. Thread-safe.
class Client {
 public:
  using Timeout = std::chrono::milliseconds;

  // `address` is "HOST:PORT" or "unix:PATH". Unavailable if no server answers within `timeout` or
  // one side does not trust the other; also errors of the files in `security`.
  static absl::StatusOr<std::unique_ptr<Client>> Connect(const std::string& address,
                                                         Timeout timeout,
                                                         const ClientSecurity& security = {});
  ~Client();

  absl::StatusOr<v1::ListGamesResponse> ListGames(Timeout timeout);
  absl::StatusOr<v1::GetGameResponse> GetGame(const v1::GetGameRequest& request, Timeout timeout);
  absl::StatusOr<v1::ListModelsResponse> ListModels(Timeout timeout);
  absl::StatusOr<v1::DescribeResponse> Describe(const v1::DescribeRequest& request,
                                                Timeout timeout);
  absl::StatusOr<v1::ListMovesResponse> ListMoves(const v1::ListMovesRequest& request,
                                                  Timeout timeout);
  absl::StatusOr<v1::ApplyResponse> Apply(const v1::ApplyRequest& request, Timeout timeout);
  absl::StatusOr<v1::EvaluateResponse> Evaluate(const v1::EvaluateRequest& request,
                                                Timeout timeout);
  absl::StatusOr<v1::ChooseMoveResponse> ChooseMove(const v1::ChooseMoveRequest& request,
                                                    Timeout timeout);
  // Calls `see` for every message until `see` returns false (ok) or the stream ends (its status;
  // DeadlineExceeded after `timeout`).
  absl::Status Analyze(const v1::AnalyzeRequest& request, Timeout timeout,
                       const std::function<bool(const v1::AnalyzeResponse&)>& see);
  absl::Status AnalyzeGame(const v1::AnalyzeGameRequest& request, Timeout timeout,
                           const std::function<bool(const v1::AnalyzeGameResponse&)>& see);
  absl::StatusOr<v1::CreateMatchResponse> CreateMatch(const v1::CreateMatchRequest& request,
                                                      Timeout timeout);
  absl::StatusOr<v1::JoinMatchResponse> JoinMatch(const v1::JoinMatchRequest& request,
                                                  Timeout timeout);
  absl::StatusOr<v1::GetMatchResponse> GetMatch(const v1::GetMatchRequest& request,
                                                Timeout timeout);
  absl::StatusOr<v1::CommitMoveResponse> CommitMove(const v1::CommitMoveRequest& request,
                                                    Timeout timeout);
  absl::StatusOr<v1::ActResponse> Act(const v1::ActRequest& request, Timeout timeout);
  absl::StatusOr<v1::RematchResponse> Rematch(const v1::RematchRequest& request, Timeout timeout);
  absl::StatusOr<v1::GetReportResponse> GetReport(const v1::GetReportRequest& request,
                                                  Timeout timeout);
  absl::StatusOr<v1::ListMatchesResponse> ListMatches(const v1::ListMatchesRequest& request,
                                                      Timeout timeout);
  absl::StatusOr<v1::CreateTournamentResponse> CreateTournament(
      const v1::CreateTournamentRequest& request, Timeout timeout);
  absl::StatusOr<v1::GetTournamentResponse> GetTournament(const v1::GetTournamentRequest& request,
                                                          Timeout timeout);
  absl::StatusOr<v1::ListTournamentsResponse> ListTournaments(
      const v1::ListTournamentsRequest& request, Timeout timeout);
  absl::StatusOr<v1::AddMatchesResponse> AddMatches(const v1::AddMatchesRequest& request,
                                                    Timeout timeout);
  absl::StatusOr<v1::PauseMatchResponse> PauseMatch(const v1::PauseMatchRequest& request,
                                                    Timeout timeout);
  absl::StatusOr<v1::ResumeMatchResponse> ResumeMatch(const v1::ResumeMatchRequest& request,
                                                      Timeout timeout);
  absl::StatusOr<v1::AdjustClockResponse> AdjustClock(const v1::AdjustClockRequest& request,
                                                      Timeout timeout);
  absl::StatusOr<v1::AdjustPointsResponse> AdjustPoints(const v1::AdjustPointsRequest& request,
                                                        Timeout timeout);
  absl::StatusOr<v1::ForfeitResponse> Forfeit(const v1::ForfeitRequest& request, Timeout timeout);
  absl::StatusOr<v1::DisqualifyResponse> Disqualify(const v1::DisqualifyRequest& request,
                                                    Timeout timeout);
  absl::StatusOr<v1::VoidMatchResponse> VoidMatch(const v1::VoidMatchRequest& request,
                                                  Timeout timeout);
  absl::StatusOr<v1::ReplayMatchResponse> ReplayMatch(const v1::ReplayMatchRequest& request,
                                                      Timeout timeout);
  absl::StatusOr<v1::DecideMatchResponse> DecideMatch(const v1::DecideMatchRequest& request,
                                                      Timeout timeout);
  absl::StatusOr<v1::ForceResetResponse> ForceReset(const v1::ForceResetRequest& request,
                                                    Timeout timeout);
  absl::StatusOr<v1::GetStandingsResponse> GetStandings(const v1::GetStandingsRequest& request,
                                                        Timeout timeout);
  // As for Analyze.
  absl::Status WatchMatch(const v1::WatchMatchRequest& request, Timeout timeout,
                          const std::function<bool(const v1::WatchMatchResponse&)>& see);

 private:
  struct Stubs;
  Client(std::unique_ptr<Stubs> stubs, const std::string& token);

  std::unique_ptr<Stubs> stubs_;
  // "Bearer TOKEN", or empty.
  const std::string authorization_;
};

}  // namespace kvintet::serving
