// AdminService: models, draining, metrics and tokens, for operators.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "kvintet_api/v1/admin.grpc.pb.h"
#include "serving/engine/model_warmup.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/services.h"
#include "serving/rpc/unary_method.h"

namespace kvintet::serving {
namespace {

v1::LoadedModel MessageOf(const ShelvedModel& shelved) {
  v1::LoadedModel message;
  message.set_id(shelved.model.id);
  message.set_game(shelved.model.game);
  message.set_description(shelved.model.description);
  // Both enums have the same values in the same order.
  message.set_state(static_cast<v1::LoadedModel::State>(static_cast<int>(shelved.state) + 1));
  return message;
}

// The path of a file below the folder of models.
absl::StatusOr<std::string> PathOf(const AdminContext& context, const std::string& file) {
  if (context.loader == nullptr || context.model_folder.empty()) {
    return Refusal(v1::REASON_NO_SUCH_RESOURCE, "file: this server has no folder of models",
                   "file");
  }
  const std::vector<std::string> parts = absl::StrSplit(file, '/');
  const bool odd = std::ranges::any_of(parts, [](const std::string& part) {
    return part.empty() || part == "." || part == ".." || absl::StrContains(part, '\0');
  });
  if (odd) {
    return Refusal(v1::REASON_BAD_FIELD, "file: wanted a path below the folder of models", "file");
  }
  return absl::StrCat(context.model_folder, "/", file);
}

absl::Status Tell(const AdminContext& context, const std::string& id, v1::LoadedModel* message) {
  KVINTET_ASSIGN_OR_RETURN(const ShelvedModel shelved, context.serving->models->Find(id));
  *message = MessageOf(shelved);
  return absl::OkStatus();
}

absl::Status Run(const AdminContext& context, const v1::ListLoadedModelsRequest& /*request*/,
                 v1::ListLoadedModelsResponse* response) {
  for (const ShelvedModel& shelved : context.serving->models->All()) {
    *response->add_models() = MessageOf(shelved);
  }
  return absl::OkStatus();
}

absl::Status Run(const AdminContext& context, const v1::LoadModelRequest& request,
                 v1::LoadModelResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const std::string path, PathOf(context, request.file()));
  absl::StatusOr<ServedModel> model = context.loader(path);
  if (!model.ok()) {
    LogWarning("serving", "no model loaded", {{"file", path}, {"why", model.status().message()}});
    return WithReason(
        model.status(),
        absl::IsNotFound(model.status()) ? v1::REASON_NO_SUCH_RESOURCE : v1::REASON_CORRUPT,
        "file");
  }
  const std::string id = model->id;
  KVINTET_RETURN_IF_ERROR(
      WithReason(context.serving->models->Put(*std::move(model)), v1::REASON_CORRUPT, "file"));
  return Tell(context, id, response->mutable_model());
}

absl::Status Run(const AdminContext& context, const v1::WarmModelRequest& request,
                 v1::WarmModelResponse* response) {
  ModelShelf* shelf = context.serving->models;
  KVINTET_ASSIGN_OR_RETURN(const ShelvedModel shelved, shelf->Find(request.id()));
  KVINTET_RETURN_IF_ERROR(WarmUp(shelved.model, context.serving->config.max_batch()));
  KVINTET_RETURN_IF_ERROR(shelf->MarkWarm(request.id()));
  return Tell(context, request.id(), response->mutable_model());
}

absl::Status Run(const AdminContext& context, const v1::SwitchModelRequest& request,
                 v1::SwitchModelResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const ServedModel before, context.serving->models->Switch(request.id()));
  // The model may also play other variants of the game.
  context.serving->games->Forget(envs::GameNameOf(before.game));
  LogInfo("serving", "another model plays",
          {{"game", before.game}, {"before", before.id}, {"now", request.id()}});
  response->set_previous_id(before.trained ? before.id : "");
  return Tell(context, request.id(), response->mutable_model());
}

absl::Status Run(const AdminContext& context, const v1::RetireModelRequest& request,
                 v1::RetireModelResponse* /*response*/) {
  return context.serving->models->Retire(request.id());
}

absl::Status Run(const AdminContext& context, const v1::DrainRequest& /*request*/,
                 v1::DrainResponse* response) {
  LogInfo("serving", "draining: no new calls");
  context.drain();
  response->set_calls(context.serving->gate->InProgress());
  return absl::OkStatus();
}

absl::Status Run(const AdminContext& context, const v1::GetStatsRequest& /*request*/,
                 v1::GetStatsResponse* response) {
  const MetricsSnapshot snapshot = context.numbers();
  response->mutable_numbers()->insert(snapshot.gauges.begin(), snapshot.gauges.end());
  for (const auto& [name, value] : snapshot.counters) {
    (*response->mutable_numbers())[name] = static_cast<double>(value);
  }
  return absl::OkStatus();
}

absl::Status Run(const AdminContext& context, const v1::RevokeTokenRequest& request,
                 v1::RevokeTokenResponse* response) {
  TokenTable* tokens = context.access->Tokens();
  const absl::Status revoked = tokens == nullptr
                                   ? absl::NotFoundError("name: this server has no tokens")
                                   : tokens->Revoke(request.name());
  if (absl::IsNotFound(revoked)) {
    return WithReason(revoked, v1::REASON_NO_SUCH_RESOURCE, "name");
  }
  if (!revoked.ok()) {
    LogWarning("serving", "a revoked token is still in its file", {{"why", revoked.message()}});
  }
  response->set_file_changed(revoked.ok());
  return absl::OkStatus();
}

// A single thread runs all calls, so operators' acts take effect in the order of their calls.
class AdminService final : public v1::AdminService::CallbackService {
 public:
  explicit AdminService(const AdminContext* context) : context_(context) {}

  KVINTET_UNARY_METHOD(AdminService, ListLoadedModels)
  KVINTET_UNARY_METHOD(AdminService, LoadModel)
  KVINTET_UNARY_METHOD(AdminService, WarmModel)
  KVINTET_UNARY_METHOD(AdminService, SwitchModel)
  KVINTET_UNARY_METHOD(AdminService, RetireModel)
  KVINTET_UNARY_METHOD(AdminService, Drain)
  KVINTET_UNARY_METHOD(AdminService, GetStats)
  KVINTET_UNARY_METHOD(AdminService, RevokeToken)

 private:
  template <typename Request, typename Response>
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const Request* request,
                                  Response* response) {
    return StartCall(call, context_->serving->limits, context_->gate, [=, this](Call* started) {
      context_->workers->Submit(started,
                                [=, this] { started->Finish(Run(*context_, *request, response)); });
    });
  }

  const AdminContext* const context_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeAdminService(const AdminContext* context) {
  return std::make_unique<AdminService>(context);
}

}  // namespace kvintet::serving
