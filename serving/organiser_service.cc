// OrganiserService: see organiser_service.h.
#include "serving/organiser_service.h"

#include <grpcpp/support/server_callback.h>

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "proto/kvintet/v1/organiser.grpc.pb.h"
#include "serving/match_request.h"
#include "serving/organiser_messages.h"
#include "serving/refusal.h"

namespace kvintet::serving {
namespace {

// What answers need.
struct Desk {
  MatchTable* table = nullptr;
  const LevelTable* levels = nullptr;
  GameFinder find;
};

absl::Status Run(const Desk& desk, const v1::CreateEventRequest& request,
                 v1::CreateEventResponse* response) {
  absl::StatusOr<EventSettings> settings = FromMessage(request.settings(), desk.find);
  if (!settings.ok()) {
    return Within(settings.status(), "settings");
  }
  const auto reply = [](const EventAdmission& made) {
    v1::CreateEventResponse message;
    message.set_event(made.event);
    message.set_token(made.token);
    return message.SerializeAsString();
  };
  const absl::StatusOr<std::string> made =
      desk.table->CreateEvent(*std::move(settings), KeyOf(request), reply);
  if (!made.ok() && FieldOf(made.status()) != "request_id") {
    return Within(made.status(), "settings");
  }
  return Read(made, response);
}

absl::Status Run(const Desk& desk, const v1::GetEventRequest& request,
                 v1::GetEventResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const EventLook look,
                           desk.table->LookAtEvent(request.event(), request.token()));
  KVINTET_ASSIGN_OR_RETURN(const MatchPage page, desk.table->List({.token = request.token(),
                                                                   .event = request.event(),
                                                                   .size = request.page_size(),
                                                                   .page = request.page_token()}));
  *response->mutable_event() = ToMessage(look);
  for (const MatchSummary& match : page.matches) {
    *response->add_matches() = ToMessage(match);
  }
  response->set_next_page_token(page.next);
  return absl::OkStatus();
}

absl::Status Run(const Desk& desk, const v1::ListEventsRequest& request,
                 v1::ListEventsResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(
      const EventPage page,
      desk.table->ListEvents(
          {.game = request.game(), .size = request.page_size(), .page = request.page_token()}));
  for (const EventLook& event : page.events) {
    *response->add_events() = ToMessage(event);
  }
  response->set_next_page_token(page.next);
  return absl::OkStatus();
}

absl::Status Run(const Desk& desk, const v1::AddMatchesRequest& request,
                 v1::AddMatchesResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(RoundSettings round, FromMessage(request));
  KVINTET_ASSIGN_OR_RETURN(const EventLook look,
                           desk.table->LookAtEvent(request.event(), request.token()));
  const std::string& game = look.event.settings.match.game;
  for (int pair = 0; pair < request.pairs_size(); ++pair) {
    EventPair& made = round.pairs[static_cast<size_t>(pair)];
    absl::StatusOr<std::string> coloured =
        GameOfColours(game, request.pairs(pair).players(), made.lot);
    KVINTET_RETURN_IF_ERROR(Within(coloured.status(), "pairs"));
    made.game = *std::move(coloured);
    for (int i = 0; i < kPlayers; ++i) {
      const absl::Status resolved = ResolveLevel(request.pairs(pair).players(i), game, *desk.levels,
                                                 &made.players[static_cast<size_t>(i)]);
      KVINTET_RETURN_IF_ERROR(Within(resolved, "pairs"));
    }
  }
  const auto reply = [](const std::vector<AddedMatch>& added) {
    v1::AddMatchesResponse message;
    for (const AddedMatch& match : added) {
      v1::AddedMatch* written = message.add_matches();
      written->set_match(match.match);
      written->mutable_invitations()->Add(match.invitations.begin(), match.invitations.end());
    }
    return message.SerializeAsString();
  };
  return Read(
      desk.table->AddMatches(request.event(), request.token(), round, KeyOf(request), reply),
      response);
}

absl::Status Run(const Desk& desk, const v1::ReplayMatchRequest& request,
                 v1::ReplayMatchResponse* response) {
  const auto reply = [](const std::string& match) {
    v1::ReplayMatchResponse message;
    message.set_match(match);
    return message.SerializeAsString();
  };
  const ReplayAct act = {.reason = request.reason(), .paused = request.paused()};
  return Read(desk.table->Replay(request.match(), request.token(), act, KeyOf(request), reply),
              response);
}

absl::Status Run(const Desk& desk, const v1::GetStandingsRequest& request,
                 v1::GetStandingsResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<TableRow> rows,
                           desk.table->Standings(request.event(), request.token()));
  for (const TableRow& row : rows) {
    *response->add_standings() = ToMessage(row);
  }
  return absl::OkStatus();
}

// What each of the plain acts asks for, but its reason.
absl::StatusOr<OrganiserAct> ActOf(const v1::PauseMatchRequest& /*request*/) {
  return OrganiserAct{.kind = OrganiserActKind::kPaused};
}
absl::StatusOr<OrganiserAct> ActOf(const v1::ResumeMatchRequest& /*request*/) {
  return OrganiserAct{.kind = OrganiserActKind::kResumed};
}
absl::StatusOr<OrganiserAct> ActOf(const v1::VoidMatchRequest& /*request*/) {
  return OrganiserAct{.kind = OrganiserActKind::kVoided};
}
absl::StatusOr<OrganiserAct> ActOf(const v1::ForceResetRequest& /*request*/) {
  return OrganiserAct{.kind = OrganiserActKind::kReset};
}
absl::StatusOr<OrganiserAct> ActOf(const v1::DisqualifyRequest& request) {
  return OrganiserAct{.kind = OrganiserActKind::kDisqualified, .player = request.player()};
}
absl::StatusOr<OrganiserAct> ActOf(const v1::ForfeitRequest& request) {
  return OrganiserAct{.kind = OrganiserActKind::kForfeited,
                      .player = request.player(),
                      .present = request.present()};
}

absl::Status CheckPair(int found, const std::string& field) {
  return found == kPlayers ? absl::OkStatus()
                           : Refusal(v1::REASON_BAD_FIELD,
                                     absl::StrCat(field, ": wanted two, found ", found), field);
}

absl::StatusOr<OrganiserAct> ActOf(const v1::AdjustClockRequest& request) {
  KVINTET_RETURN_IF_ERROR(CheckPair(request.clock_ms_size(), "clock_ms"));
  return OrganiserAct{.kind = OrganiserActKind::kClocksAdjusted,
                      .clock_millis = {request.clock_ms(0), request.clock_ms(1)}};
}
absl::StatusOr<OrganiserAct> ActOf(const v1::AdjustPointsRequest& request) {
  KVINTET_RETURN_IF_ERROR(CheckPair(request.points_size(), "points"));
  OrganiserAct act = {.kind = OrganiserActKind::kPointsAdjusted};
  for (int player = 0; player < kPlayers; ++player) {
    KVINTET_ASSIGN_OR_RETURN(act.tenths[static_cast<size_t>(player)],
                             TenthsOf(request.points(player), "points"));
  }
  return act;
}

template <typename Request, typename Response>
absl::Status Run(const Desk& desk, const Request& request, Response* /*response*/) {
  KVINTET_ASSIGN_OR_RETURN(OrganiserAct act, ActOf(request));
  act.reason = request.reason();
  return desk.table->Organise(request.match(), request.token(), act, KeyOf(request));
}

class OrganiserService final : public v1::OrganiserService::CallbackService {
 public:
  OrganiserService(const ServiceContext* context, Desk desk, WorkerPool* workers)
      : context_(context), desk_(std::move(desk)), workers_(workers) {}

 private:
  template <typename Request, typename Response>
  grpc::ServerUnaryReactor* Start(grpc::CallbackServerContext* call, const char* method,
                                  const Request* request, Response* response) {
    const IncomingCall incoming = {call, method, request->ByteSizeLong()};
    return StartCall(incoming, context_->limits, context_->gate, [=, this](Call* started) {
      if (desk_.table == nullptr) {
        return started->Finish(Refusal(v1::REASON_NO_MATCHES, "this server keeps no matches"));
      }
      workers_->Submit(started, [=, this] { started->Finish(Run(desk_, *request, response)); });
    });
  }

  grpc::ServerUnaryReactor* CreateEvent(grpc::CallbackServerContext* call,
                                        const v1::CreateEventRequest* request,
                                        v1::CreateEventResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/CreateEvent", request, response);
  }
  grpc::ServerUnaryReactor* GetEvent(grpc::CallbackServerContext* call,
                                     const v1::GetEventRequest* request,
                                     v1::GetEventResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/GetEvent", request, response);
  }
  grpc::ServerUnaryReactor* ListEvents(grpc::CallbackServerContext* call,
                                       const v1::ListEventsRequest* request,
                                       v1::ListEventsResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/ListEvents", request, response);
  }
  grpc::ServerUnaryReactor* AddMatches(grpc::CallbackServerContext* call,
                                       const v1::AddMatchesRequest* request,
                                       v1::AddMatchesResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/AddMatches", request, response);
  }
  grpc::ServerUnaryReactor* PauseMatch(grpc::CallbackServerContext* call,
                                       const v1::PauseMatchRequest* request,
                                       v1::PauseMatchResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/PauseMatch", request, response);
  }
  grpc::ServerUnaryReactor* ResumeMatch(grpc::CallbackServerContext* call,
                                        const v1::ResumeMatchRequest* request,
                                        v1::ResumeMatchResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/ResumeMatch", request, response);
  }
  grpc::ServerUnaryReactor* AdjustClock(grpc::CallbackServerContext* call,
                                        const v1::AdjustClockRequest* request,
                                        v1::AdjustClockResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/AdjustClock", request, response);
  }
  grpc::ServerUnaryReactor* AdjustPoints(grpc::CallbackServerContext* call,
                                         const v1::AdjustPointsRequest* request,
                                         v1::AdjustPointsResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/AdjustPoints", request, response);
  }
  grpc::ServerUnaryReactor* Forfeit(grpc::CallbackServerContext* call,
                                    const v1::ForfeitRequest* request,
                                    v1::ForfeitResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/Forfeit", request, response);
  }
  grpc::ServerUnaryReactor* Disqualify(grpc::CallbackServerContext* call,
                                       const v1::DisqualifyRequest* request,
                                       v1::DisqualifyResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/Disqualify", request, response);
  }
  grpc::ServerUnaryReactor* VoidMatch(grpc::CallbackServerContext* call,
                                      const v1::VoidMatchRequest* request,
                                      v1::VoidMatchResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/VoidMatch", request, response);
  }
  grpc::ServerUnaryReactor* ReplayMatch(grpc::CallbackServerContext* call,
                                        const v1::ReplayMatchRequest* request,
                                        v1::ReplayMatchResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/ReplayMatch", request, response);
  }
  grpc::ServerUnaryReactor* ForceReset(grpc::CallbackServerContext* call,
                                       const v1::ForceResetRequest* request,
                                       v1::ForceResetResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/ForceReset", request, response);
  }
  grpc::ServerUnaryReactor* GetStandings(grpc::CallbackServerContext* call,
                                         const v1::GetStandingsRequest* request,
                                         v1::GetStandingsResponse* response) override {
    return Start(call, "kvintet.v1.OrganiserService/GetStandings", request, response);
  }

  const ServiceContext* const context_;
  const Desk desk_;
  WorkerPool* const workers_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeOrganiserService(const ServiceContext* context,
                                                    MatchTable* table, WorkerPool* workers,
                                                    GameFinder find) {
  return std::make_unique<OrganiserService>(
      context, Desk{.table = table, .levels = &context->levels, .find = std::move(find)}, workers);
}

}  // namespace kvintet::serving
