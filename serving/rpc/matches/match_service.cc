// MatchService: matches between persons and agents.
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "kvintet_api/v1/match.grpc.pb.h"
#include "matches/report/report_pdf.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/matches/match_agents.h"
#include "serving/rpc/matches/match_messages.h"
#include "serving/rpc/matches/match_request.h"
#include "serving/rpc/matches/match_watch.h"
#include "serving/rpc/matches/served_agents.h"
#include "serving/rpc/matches/tournament_service.h"
#include "serving/rpc/services.h"
#include "serving/rpc/unary_method.h"

namespace kvintet::serving {
namespace {

// Threads for acts on matches. Each act waits for the disk.
constexpr int kWorkers = 4;

absl::Status Create(const ServiceContext& context, matches::MatchStore* table,
                    const matches::GameFinder& find, const v1::CreateMatchRequest& request,
                    v1::CreateMatchResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(matches::MatchSettings settings, FromMessage(request, find));
  for (int i = 0; i < request.players_size(); ++i) {
    KVINTET_RETURN_IF_ERROR(ResolveAgent(context, request.players(i), settings.game,
                                         &settings.players[static_cast<size_t>(i)]));
  }
  const auto reply = [](const matches::Admission& made) {
    v1::CreateMatchResponse message;
    message.set_match(made.match);
    message.mutable_tokens()->Add(made.tokens.begin(), made.tokens.end());
    return message.SerializeAsString();
  };
  return Read(table->Create(std::move(settings), KeyOf(request), reply), response);
}

absl::Status Run(matches::MatchStore* table, const matches::GameFinder& /*find*/,
                 const v1::JoinMatchRequest& request, v1::JoinMatchResponse* response) {
  const auto reply = [](const matches::Admission& made) {
    v1::JoinMatchResponse message;
    message.set_player(made.player);
    message.set_token(made.tokens[static_cast<size_t>(made.player)]);
    return message.SerializeAsString();
  };
  matches::JoinAct act = {.name = request.name(), .invitation = request.invitation()};
  if (request.has_colours()) {
    act.colours = FromMessage(request.colours());
  }
  return Read(table->Join(request.match(), act, KeyOf(request), reply), response);
}

absl::Status Run(matches::MatchStore* table, const matches::GameFinder& /*find*/,
                 const v1::GetMatchRequest& request, v1::GetMatchResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const matches::Audience audience,
                           table->Admit(request.match(), request.token()));
  KVINTET_ASSIGN_OR_RETURN(const matches::MatchView sight, table->Look(request.match(), audience));
  *response->mutable_state() = ToMessage(sight);
  return absl::OkStatus();
}

absl::Status Run(matches::MatchStore* table, const matches::GameFinder& /*find*/,
                 const v1::CommitMoveRequest& request, v1::CommitMoveResponse* response) {
  const auto reply = [](const matches::MoveReceipt& receipt) {
    v1::CommitMoveResponse message;
    message.set_game_number(receipt.game_number);
    message.set_ply(receipt.ply);
    message.set_commitment_digest(receipt.seal);
    return message.SerializeAsString();
  };
  const matches::MoveAct act = {.game_number = request.game_number(),
                                .ply = request.expected_ply(),
                                .move = request.move(),
                                .offers_draw = request.offer_draw()};
  return Read(table->Move(request.match(), request.token(), act, KeyOf(request), reply), response);
}

absl::Status Run(matches::MatchStore* table, const matches::GameFinder& /*find*/,
                 const v1::ActRequest& request, v1::ActResponse* /*response*/) {
  KVINTET_ASSIGN_OR_RETURN(const matches::ActKind kind, FromMessage(request.kind()));
  return table->Act(request.match(), request.token(), request.game_number(), kind, KeyOf(request));
}

absl::Status Run(matches::MatchStore* table, const matches::GameFinder& /*find*/,
                 const v1::RematchRequest& request, v1::RematchResponse* /*response*/) {
  return table->Rematch(request.match(), request.token(), request.game_number(), KeyOf(request));
}

absl::Status Run(matches::MatchStore* table, const matches::GameFinder& /*find*/,
                 const v1::GetReportRequest& request, v1::GetReportResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const matches::Audience audience,
                           table->Admit(request.match(), request.token()));
  KVINTET_ASSIGN_OR_RETURN(const matches::MatchReport report,
                           table->Report(request.match(), audience, request.game_number()));
  if (request.pdf()) {
    const bool asked = audience != matches::Audience::kSpectators &&
                       report.players[static_cast<size_t>(audience)].colours.colour_blind;
    const auto palette =
        request.colour_blind() || asked ? envs::Palette::kColourBlind : envs::Palette::kUsual;
    KVINTET_ASSIGN_OR_RETURN(*response->mutable_pdf(), matches::ReportPdf(report, palette));
  }
  response->set_text(matches::ReportText(report));
  response->mutable_records()->Add(report.records.begin(), report.records.end());
  *response->mutable_end() = ToMessage(report.end);
  response->set_game_number(report.game_number);
  response->set_start_ms(report.start_millis);
  for (const matches::ToldAct& told : report.acts) {
    *response->add_acts() = ToMessage(told);
  }
  for (int player = 0; player < matches::kPlayers; ++player) {
    const matches::PlayerSettings& settings = report.players[static_cast<size_t>(player)];
    for (const matches::PlayingAgent& agent : report.agents[static_cast<size_t>(player)]) {
      v1::ReportedAgent* reported = response->add_agents();
      reported->set_player(player);
      *reported->mutable_agent_model() = ToMessage(agent, settings.level, settings.variety);
    }
  }
  return absl::OkStatus();
}

absl::Status Run(matches::MatchStore* table, const matches::GameFinder& /*find*/,
                 const v1::ListMatchesRequest& request, v1::ListMatchesResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const matches::MatchPage page,
                           table->List({.token = request.token(),
                                        .game = request.game(),
                                        .event = request.tournament(),
                                        .live = request.live(),
                                        .size = request.page_size(),
                                        .page = request.page_token()}));
  for (const matches::MatchSummary& match : page.matches) {
    *response->add_matches() = ToMessage(match);
  }
  response->set_next_page_token(page.next);
  return absl::OkStatus();
}

// Agents and watchers query the store, and the store notifies them of changes until it is stopped.
class Room final : public MatchRoom, private v1::MatchService::CallbackService {
 public:
  explicit Room(const ServiceContext* context)
      : context_(context),
        models_(context),
        find_([context](
                  const std::string& text) -> absl::StatusOr<std::shared_ptr<const envs::Game>> {
          KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const ServedGame> served,
                                   context->games->Find(text));
          return std::shared_ptr<const envs::Game>(served, served->game.get());
        }),
        workers_(std::make_unique<WorkerPool>(kWorkers, context->config.max_queued(),
                                              context->metrics)) {}
  ~Room() override {
    Stop();
    workers_.reset();
    if (table_ != nullptr) {
      table_->Stop();
    }
  }

  absl::Status Open() {
    if (!context_->config.matches().empty()) {
      const matches::StoreOptions options = {.folder = context_->config.matches(),
                                             .max_matches = context_->config.max_matches(),
                                             .max_tournaments = context_->config.max_tournaments(),
                                             .max_events = context_->config.max_match_events(),
                                             .max_plies = context_->config.max_match_plies()};
      matches::MatchSources sources =
          context_->match_sources == nullptr ? matches::SystemSources() : *context_->match_sources;
      sources.agents = &models_;
      KVINTET_ASSIGN_OR_RETURN(
          table_, matches::MatchStore::Open(options, find_, sources,
                                            [this](const std::string& match) { Look(match); }));
      known_table_ = table_.get();
      owned_agents_ =
          std::make_unique<MatchAgents>(context_, &models_, table_.get(), workers_.get());
      agents_ = owned_agents_.get();
    }
    director_ = MakeDirectorService(context_, table_.get(), workers_.get(), find_);
    owned_watchers_ = std::make_unique<MatchWatchers>(context_->config.max_watchers(),
                                                      context_->limits, context_->gate);
    watchers_ = owned_watchers_.get();
    if (table_ != nullptr) {
      // In recovered matches it may be an agent's turn.
      for (const std::string& match : table_->LiveMatches()) {
        owned_agents_->Look(match);
        Know(match);
      }
    }
    return absl::OkStatus();
  }

  std::vector<grpc::Service*> Services() override { return {this, director_.get()}; }

  bool Works() const override { return table_ == nullptr || table_->Works(); }

  void Stop() override {
    if (owned_watchers_ != nullptr) {
      owned_watchers_->Stop();
    }
    if (owned_agents_ != nullptr) {
      owned_agents_->Stop();
    }
  }

 private:
  // The store's own thread may call this while the room is still being opened.
  void Look(const std::string& match) {
    Know(match);
    if (MatchWatchers* const watchers = watchers_.load(); watchers != nullptr) {
      watchers->Look(match);
    }
    if (MatchAgents* const agents = agents_.load(); agents != nullptr) {
      agents->Look(match);
    }
  }

  absl::Status Do(const v1::CreateMatchRequest& request, v1::CreateMatchResponse* response) {
    return Create(*context_, table_.get(), find_, request, response);
  }
  template <typename Request, typename Response>
  absl::Status Do(const Request& request, Response* response) {
    return Run(table_.get(), find_, request, response);
  }

  // Tells LiveGames what is played in the match, before the player who moved gets an answer.
  void Know(const std::string& match) {
    matches::MatchStore* const table = known_table_.load();
    if (table == nullptr || context_->live == nullptr) {
      return;
    }
    // Serialised, so that the later of two views is kept.
    const std::lock_guard lock(knowing_);
    const absl::StatusOr<matches::MatchView> sight =
        table->Look(match, matches::Audience::kSpectators);
    if (sight.ok() && sight->phase != matches::Phase::kOver) {
      context_->live->Update(match, sight->knowledge);
    } else {
      context_->live->Remove(match);
    }
  }

  template <typename Request, typename Response>
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const Request* request,
                                  Response* response) {
    return StartCall(call, context_->limits, context_->gate, [=, this](Call* started) {
      if (table_ == nullptr) {
        return started->Finish(Refusal(v1::REASON_NO_MATCHES, "this server keeps no matches"));
      }
      workers_->Submit(started, [=, this] { started->Finish(Do(*request, response)); });
    });
  }

  KVINTET_UNARY_METHOD(MatchService, CreateMatch)
  KVINTET_UNARY_METHOD(MatchService, JoinMatch)
  KVINTET_UNARY_METHOD(MatchService, GetMatch)
  KVINTET_UNARY_METHOD(MatchService, CommitMove)
  KVINTET_UNARY_METHOD(MatchService, Act)
  KVINTET_UNARY_METHOD(MatchService, Rematch)
  KVINTET_UNARY_METHOD(MatchService, GetReport)
  KVINTET_UNARY_METHOD(MatchService, ListMatches)
  grpc::ServerWriteReactor<v1::WatchMatchResponse>* WatchMatch(
      grpc::CallbackServerContext* call, const v1::WatchMatchRequest* request) override {
    return StartWatch(owned_watchers_.get(), table_.get(),
                      {call, "kvintet.v1.MatchService/WatchMatch", request->ByteSizeLong()},
                      *request);
  }

  const ServiceContext* const context_;
  const ServedAgents models_;
  const matches::GameFinder find_;
  std::unique_ptr<WorkerPool> workers_;
  std::unique_ptr<matches::MatchStore> table_;
  std::unique_ptr<grpc::Service> director_;
  std::unique_ptr<MatchWatchers> owned_watchers_;
  std::unique_ptr<MatchAgents> owned_agents_;
  // A copy of the pointer, set once the watchers exist.
  std::atomic<MatchWatchers*> watchers_ = nullptr;
  std::atomic<MatchAgents*> agents_ = nullptr;
  std::atomic<matches::MatchStore*> known_table_ = nullptr;
  std::mutex knowing_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<MatchRoom>> OpenMatchRoom(const ServiceContext* context) {
  auto room = std::make_unique<Room>(context);
  KVINTET_RETURN_IF_ERROR(room->Open());
  return room;
}

}  // namespace kvintet::serving
