// CatalogService: what there is: games, models, limits.
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "kvintet_api/v1/catalog.grpc.pb.h"
#include "serving/caught.h"
#include "serving/convert.h"
#include "serving/services.h"

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

// Games never change, so their messages are made once; models are told anew when another one plays.
class CatalogService final : public v1::CatalogService::CallbackService {
 public:
  explicit CatalogService(const ServiceContext* context) : context_(context) {
    for (const std::string& name : envs::GameNames()) {
      const auto game = envs::MakeGame(name);
      KVINTET_CHECK(game.ok());
      *games_.add_games() = ToMessage(**game);
      by_name_[name] = games_.games().size() - 1;
    }
    *games_.mutable_limits() = LimitsOf(*context);
  }

  grpc::ServerUnaryReactor* ListGames(grpc::CallbackServerContext* call,
                                      const v1::ListGamesRequest* request,
                                      v1::ListGamesResponse* response) override {
    return StartCall({call, "kvintet.v1.CatalogService/ListGames", request->ByteSizeLong()},
                     context_->limits, context_->gate, [this, response](Call* started) {
                       *response = games_;
                       started->Finish(absl::OkStatus());
                     });
  }

  // Options make a game anew, which may take its time.
  grpc::ServerUnaryReactor* GetGame(grpc::CallbackServerContext* call,
                                    const v1::GetGameRequest* request,
                                    v1::GetGameResponse* response) override {
    return StartCall(
        {call, "kvintet.v1.CatalogService/GetGame", request->ByteSizeLong()}, context_->limits,
        context_->gate, [=, this](Call* started) {
          if (const auto named = by_name_.find(request->game()); named != by_name_.end()) {
            *response->mutable_game() = games_.games(named->second);
            started->Finish(absl::OkStatus());
            return;
          }
          context_->workers->Submit(started, [=, this] {
            started->Finish(
                Caught([&] { return TellGame(request->game(), response->mutable_game()); }));
          });
        });
  }

  grpc::ServerUnaryReactor* ListModels(grpc::CallbackServerContext* call,
                                       const v1::ListModelsRequest* request,
                                       v1::ListModelsResponse* response) override {
    return StartCall({call, "kvintet.v1.CatalogService/ListModels", request->ByteSizeLong()},
                     context_->limits, context_->gate, [this, response](Call* started) {
                       *response = Models();
                       started->Finish(absl::OkStatus());
                     });
  }

 private:
  absl::Status TellGame(const std::string& text, v1::Game* message) const {
    KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const ServedGame> served,
                             FindGame(context_->games, text, "game"));
    *message = ToMessage(*served->game);
    return absl::OkStatus();
  }

  v1::ListModelsResponse Models() {
    const uint64_t generation = context_->models->Generation();
    const std::lock_guard lock(mutex_);
    if (generation_ != generation) {
      models_.clear_models();
      for (const ServedModel& model : context_->models->Playing()) {
        *models_.add_models() = ToMessage(model, context_->levels.Of(model.game));
      }
      generation_ = generation;
    }
    return models_;
  }

  const ServiceContext* const context_;
  v1::ListGamesResponse games_;
  // Places in games_.
  std::map<std::string, int> by_name_;
  std::mutex mutex_;
  // Guarded by mutex_. Of the shelf, when the models were told last.
  v1::ListModelsResponse models_;
  std::optional<uint64_t> generation_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeCatalogService(const ServiceContext* context) {
  return std::make_unique<CatalogService>(context);
}

}  // namespace kvintet::serving
