// TournamentService: see tournament_service.h.
#include "serving/rpc/matches/tournament_service.h"

#include <grpcpp/support/server_callback.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/tournament_service.grpc.pb.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/matches/match_request.h"
#include "serving/rpc/matches/tournament_messages.h"
#include "serving/rpc/unary_method.h"

namespace kvintet::serving {
namespace {

// What the handlers need.
struct TournamentCall {
  const ServiceContext* context = nullptr;
  matches::MatchStore* table = nullptr;
  matches::GameFinder find;
};

absl::Status Run(const TournamentCall& call, const v1::CreateTournamentRequest& request,
                 v1::CreateTournamentResponse* response) {
  absl::StatusOr<matches::TournamentSettings> settings = FromMessage(request.settings(), call.find);
  if (!settings.ok()) {
    return Within(settings.status(), "settings");
  }
  const auto reply = [](const matches::TournamentAdmission& made) {
    v1::CreateTournamentResponse message;
    message.set_tournament(made.event);
    message.set_token(made.token);
    return message.SerializeAsString();
  };
  const matches::SectionKey joins = {request.joins().tournament(), request.joins().token()};
  const absl::StatusOr<std::string> made =
      call.table->CreateTournament(*std::move(settings), KeyOf(request), reply, joins);
  const std::string field = FieldOf(made.status());
  if (field != "request_id" && !absl::StartsWith(field, "joins.")) {
    KVINTET_RETURN_IF_ERROR(Within(made.status(), "settings"));
  }
  return Read(made, response);
}

absl::Status Run(const TournamentCall& call, const v1::GetTournamentRequest& request,
                 v1::GetTournamentResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const matches::TournamentLook look,
                           call.table->LookAtTournament(request.tournament(), request.token()));
  KVINTET_ASSIGN_OR_RETURN(const matches::MatchPage page,
                           call.table->List({.token = request.token(),
                                             .event = request.tournament(),
                                             .size = request.page_size(),
                                             .page = request.page_token()}));
  *response->mutable_tournament() = ToMessage(look);
  for (const matches::MatchSummary& match : page.matches) {
    *response->add_matches() = ToMessage(match);
  }
  response->set_next_page_token(page.next);
  return absl::OkStatus();
}

absl::Status Run(const TournamentCall& call, const v1::ListTournamentsRequest& request,
                 v1::ListTournamentsResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(
      const matches::TournamentPage page,
      call.table->ListTournaments(
          {.game = request.game(), .size = request.page_size(), .page = request.page_token()}));
  for (const matches::TournamentLook& event : page.events) {
    *response->add_tournaments() = ToMessage(event);
  }
  response->set_next_page_token(page.next);
  return absl::OkStatus();
}

absl::Status Run(const TournamentCall& call, const v1::AddMatchesRequest& request,
                 v1::AddMatchesResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(matches::RoundSettings round, FromMessage(request));
  KVINTET_ASSIGN_OR_RETURN(const matches::TournamentLook look,
                           call.table->LookAtTournament(request.tournament(), request.token()));
  const std::string& game = look.event.settings.match.game;
  for (int pair = 0; pair < request.pairs_size(); ++pair) {
    matches::TournamentPair& made = round.pairs[static_cast<size_t>(pair)];
    for (int i = 0; i < matches::kPlayers; ++i) {
      const absl::Status resolved = ResolveAgent(*call.context, request.pairs(pair).players(i),
                                                 game, &made.players[static_cast<size_t>(i)]);
      KVINTET_RETURN_IF_ERROR(Within(resolved, "pairs"));
    }
  }
  const auto reply = [](const std::vector<matches::AddedMatch>& added) {
    v1::AddMatchesResponse message;
    for (const matches::AddedMatch& match : added) {
      v1::AddedMatch* written = message.add_matches();
      written->set_match(match.match);
      written->mutable_invitations()->Add(match.invitations.begin(), match.invitations.end());
    }
    return message.SerializeAsString();
  };
  return Read(
      call.table->AddMatches(request.tournament(), request.token(), round, KeyOf(request), reply),
      response);
}

absl::Status Run(const TournamentCall& call, const v1::ReplayMatchRequest& request,
                 v1::ReplayMatchResponse* response) {
  const auto reply = [](const std::string& match) {
    v1::ReplayMatchResponse message;
    message.set_match(match);
    return message.SerializeAsString();
  };
  const matches::ReplayAct act = {.reason = request.reason(), .paused = request.paused()};
  return Read(call.table->Replay(request.match(), request.token(), act, KeyOf(request), reply),
              response);
}

absl::Status Run(const TournamentCall& call, const v1::GetStandingsRequest& request,
                 v1::GetStandingsResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<matches::TableRow> rows,
                           call.table->Standings(request.tournament(), request.token()));
  for (const matches::TableRow& row : rows) {
    *response->add_standings() = ToMessage(row);
  }
  return absl::OkStatus();
}

// Builds the act of each simple request; its reason is added by the caller.
absl::StatusOr<matches::DirectorAct> ActOf(const v1::PauseMatchRequest& /*request*/) {
  return matches::DirectorAct{.kind = matches::DirectorActKind::kPaused};
}
absl::StatusOr<matches::DirectorAct> ActOf(const v1::ResumeMatchRequest& request) {
  return matches::DirectorAct{.kind = matches::DirectorActKind::kResumed,
                              .wrong_pause = request.pause_was_wrong()};
}
absl::StatusOr<matches::DirectorAct> ActOf(const v1::VoidMatchRequest& /*request*/) {
  return matches::DirectorAct{.kind = matches::DirectorActKind::kVoided};
}
absl::StatusOr<matches::DirectorAct> ActOf(const v1::ForceResetRequest& /*request*/) {
  return matches::DirectorAct{.kind = matches::DirectorActKind::kReset};
}
absl::StatusOr<matches::DirectorAct> ActOf(const v1::DisqualifyRequest& request) {
  return matches::DirectorAct{.kind = matches::DirectorActKind::kDisqualified,
                              .player = request.player()};
}
absl::StatusOr<matches::DirectorAct> ActOf(const v1::ForfeitRequest& request) {
  return matches::DirectorAct{.kind = matches::DirectorActKind::kForfeited,
                              .player = request.player(),
                              .present = request.present()};
}

absl::Status CheckPair(int found, const std::string& field) {
  return found == matches::kPlayers ? absl::OkStatus()
                                    : BadField(field, absl::StrCat("wanted two, found ", found));
}

absl::StatusOr<matches::DirectorAct> ActOf(const v1::AdjustClockRequest& request) {
  KVINTET_RETURN_IF_ERROR(CheckPair(request.clock_ms_size(), "clock_ms"));
  return matches::DirectorAct{.kind = matches::DirectorActKind::kClocksAdjusted,
                              .clock_millis = {request.clock_ms(0), request.clock_ms(1)}};
}
// Reads the points of both players from a request that has them.
template <typename Request>
absl::StatusOr<matches::DirectorAct> ByPoints(const Request& request, matches::DirectorAct act) {
  KVINTET_RETURN_IF_ERROR(CheckPair(request.points_size(), "points"));
  for (int player = 0; player < matches::kPlayers; ++player) {
    KVINTET_ASSIGN_OR_RETURN(act.tenths[static_cast<size_t>(player)],
                             TenthsOf(request.points(player), "points"));
  }
  return act;
}
absl::StatusOr<matches::DirectorAct> ActOf(const v1::AdjustPointsRequest& request) {
  return ByPoints(request, {.kind = matches::DirectorActKind::kPointsAdjusted});
}
absl::StatusOr<matches::DirectorAct> ActOf(const v1::DecideMatchRequest& request) {
  switch (request.verdict()) {
    case v1::DecideMatchRequest::VERDICT_DRAW:
      if (request.points_size() > 0) {
        return Refusal(v1::REASON_BAD_FIELD, "points: wanted none with a draw, found some",
                       "points");
      }
      return matches::DirectorAct{.kind = matches::DirectorActKind::kDecided};
    case v1::DecideMatchRequest::VERDICT_POINTS:
      return ByPoints(request, {.kind = matches::DirectorActKind::kDecided, .by_points = true});
    default:
      return Refusal(v1::REASON_BAD_FIELD,
                     absl::StrCat("verdict: wanted a draw or points, found the number ",
                                  static_cast<int>(request.verdict())),
                     "verdict");
  }
}

template <typename Request, typename Response>
absl::Status Run(const TournamentCall& call, const Request& request, Response* /*response*/) {
  KVINTET_ASSIGN_OR_RETURN(matches::DirectorAct act, ActOf(request));
  act.reason = request.reason();
  return call.table->Direct(request.match(), request.token(), act, KeyOf(request));
}

class TournamentService final : public v1::TournamentService::CallbackService {
 public:
  TournamentService(const ServiceContext* context, TournamentCall call, WorkerPool* workers)
      : context_(context), desk_(std::move(call)), workers_(workers) {}

 private:
  template <typename Request, typename Response>
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const Request* request,
                                  Response* response) {
    return StartCall(call, context_->limits, context_->gate, [=, this](Call* started) {
      if (desk_.table == nullptr) {
        return started->Finish(Refusal(v1::REASON_NO_MATCHES, "this server keeps no matches"));
      }
      workers_->Submit(started, [=, this] { started->Finish(Run(desk_, *request, response)); });
    });
  }

  KVINTET_UNARY_METHOD(TournamentService, CreateTournament)
  KVINTET_UNARY_METHOD(TournamentService, GetTournament)
  KVINTET_UNARY_METHOD(TournamentService, ListTournaments)
  KVINTET_UNARY_METHOD(TournamentService, AddMatches)
  KVINTET_UNARY_METHOD(TournamentService, PauseMatch)
  KVINTET_UNARY_METHOD(TournamentService, ResumeMatch)
  KVINTET_UNARY_METHOD(TournamentService, AdjustClock)
  KVINTET_UNARY_METHOD(TournamentService, AdjustPoints)
  KVINTET_UNARY_METHOD(TournamentService, Forfeit)
  KVINTET_UNARY_METHOD(TournamentService, Disqualify)
  KVINTET_UNARY_METHOD(TournamentService, VoidMatch)
  KVINTET_UNARY_METHOD(TournamentService, ReplayMatch)
  KVINTET_UNARY_METHOD(TournamentService, DecideMatch)
  KVINTET_UNARY_METHOD(TournamentService, ForceReset)
  KVINTET_UNARY_METHOD(TournamentService, GetStandings)

  const ServiceContext* const context_;
  const TournamentCall desk_;
  WorkerPool* const workers_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeDirectorService(const ServiceContext* context,
                                                   matches::MatchStore* table, WorkerPool* workers,
                                                   matches::GameFinder find) {
  return std::make_unique<TournamentService>(
      context, TournamentCall{.context = context, .table = table, .find = std::move(find)},
      workers);
}

}  // namespace kvintet::serving
