// CatalogService: lists games, models and limits.
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "kvintet_api/v1/catalog.grpc.pb.h"
#include "serving/errors/catch_as_status.h"
#include "serving/rpc/convert.h"
#include "serving/rpc/services.h"
#include "serving/rpc/unary_method.h"

namespace kvintet::serving {
namespace {

v1::Limits LimitsOf(const ServiceContext& context) {
  const ServeConfig& config = context.config;
  v1::Limits limits;
  limits.set_max_request_bytes(config.max_request_bytes());
  limits.set_max_positions(config.max_positions());
  limits.set_max_simulations(config.max_simulations());
  limits.set_default_deadline_ms(config.default_deadline_ms());
  limits.set_max_deadline_ms(config.max_deadline_ms());
  limits.set_max_calls(config.max_calls());
  limits.set_max_queued(config.max_queued());
  const Quota& quota = context.quotas.each();
  limits.set_max_calls_per_caller(quota.calls());
  limits.set_max_streams_per_caller(quota.streams());
  limits.set_evaluations_per_second(quota.evaluations_per_second());
  limits.set_evaluations_burst(quota.evaluations_burst());
  limits.set_max_stream_ms(static_cast<int>(context.stream_limits.max_deadline.count()));
  return limits;
}

// Adds the models that fit a game, and which of them plays it.
void TellModels(const ModelShelf& models, const envs::Game& game, v1::GetGameResponse* response) {
  *response->mutable_plays() = ToMessage(models.ForGame(game));
  for (const FittingModel& fitting : models.Fitting(game)) {
    if (fitting.model.id != response->plays().model()) {
      *response->add_others() = ToMessage(fitting);
    }
  }
}

// The messages about models, and about games with default options.
struct Told {
  v1::ListModelsResponse models = {};
  // By name.
  std::map<std::string, v1::GetGameResponse> games = {};
};

// Messages about games are built once; those about models are rebuilt when another model plays.
class CatalogService final : public v1::CatalogService::CallbackService {
 public:
  explicit CatalogService(const ServiceContext* context) : context_(context) {
    for (const std::string& name : envs::GameNames()) {
      auto game = envs::MakeGame(name);
      KVINTET_CHECK(game.ok());
      *games_.add_games() = ToMessage(**game);
      by_name_.emplace(name, *std::move(game));
    }
    *games_.mutable_limits() = LimitsOf(*context);
  }

  KVINTET_UNARY_METHOD(CatalogService, ListGames)
  KVINTET_UNARY_METHOD(CatalogService, GetGame)
  KVINTET_UNARY_METHOD(CatalogService, ListModels)

 private:
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const v1::ListGamesRequest* /*request*/,
                                  v1::ListGamesResponse* response) {
    return Admit(call, [=, this](Call* started) {
      *response = games_;
      started->Finish(absl::OkStatus());
    });
  }
  grpc::ServerUnaryReactor* Start(const IncomingCall& call,
                                  const v1::ListModelsRequest* /*request*/,
                                  v1::ListModelsResponse* response) {
    return Admit(call, [=, this](Call* started) {
      *response = Now()->models;
      started->Finish(absl::OkStatus());
    });
  }
  // Building a game from its options may take a while.
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const v1::GetGameRequest* request,
                                  v1::GetGameResponse* response) {
    return Admit(call, [=, this](Call* started) {
      if (by_name_.contains(request->game())) {
        *response = Now()->games.at(request->game());
        started->Finish(absl::OkStatus());
        return;
      }
      context_->workers->Submit(started, [=, this] {
        started->Finish(CatchAsStatus([&] { return TellGame(request->game(), response); }));
      });
    });
  }
  grpc::ServerUnaryReactor* Admit(const IncomingCall& call,
                                  const std::function<void(Call*)>& begin) const {
    return StartCall(call, context_->limits, context_->gate, begin);
  }

  absl::Status TellGame(const std::string& text, v1::GetGameResponse* response) const {
    KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const ServedGame> served,
                             FindGame(context_->games, text, "game"));
    *response->mutable_game() = ToMessage(*served->game);
    TellModels(*context_->models, *served->game, response);
    return absl::OkStatus();
  }

  std::shared_ptr<const Told> Now() {
    const uint64_t generation = context_->models->Generation();
    const std::lock_guard lock(mutex_);
    if (told_ == nullptr || generation_ != generation) {
      auto told = std::make_shared<Told>();
      for (const ListedModel& listed : context_->models->Playing()) {
        *told->models.add_models() =
            ToMessage(listed, context_->levels.Of(listed.plays.model.game));
      }
      for (const auto& [name, game] : by_name_) {
        v1::GetGameResponse& response = told->games[name];
        *response.mutable_game() = ToMessage(*game);
        TellModels(*context_->models, *game, &response);
      }
      told_ = std::move(told);
      generation_ = generation;
    }
    return told_;
  }

  const ServiceContext* const context_;
  v1::ListGamesResponse games_;
  // With default options.
  std::map<std::string, std::unique_ptr<const envs::Game>> by_name_;
  std::mutex mutex_;
  // Guarded by mutex_. The last messages, and the generation of the shelf at that time.
  std::shared_ptr<const Told> told_;
  uint64_t generation_ = 0;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeCatalogService(const ServiceContext* context) {
  return std::make_unique<CatalogService>(context);
}

}  // namespace kvintet::serving
