// ModelMirror: see the header.
#include "training/fleet/model_mirror.h"

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/pace.h"
#include "base/reports/json.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"
#include "training/fleet/actor.h"
#include "training/fleet/actor_name.h"
#include "training/link/link_troubles.h"

namespace kvintet::training {
namespace {

std::string ListPath(const std::string& folder) { return folder + "/models.jsonl"; }

absl::StatusOr<PublishedModel> ParseModel(const Json& line) {
  PublishedModel model;
  KVINTET_ASSIGN_OR_RETURN(model.name, JsonMember<std::string>(line, "model"));
  KVINTET_ASSIGN_OR_RETURN(model.steps, JsonMember<int64_t>(line, "steps"));
  KVINTET_ASSIGN_OR_RETURN(model.seconds, JsonMember<double>(line, "seconds"));
  return model;
}

}  // namespace

ModelMirror::ModelMirror(std::unique_ptr<RunLink> link, std::string folder, std::string config)
    : link_(std::move(link)), folder_(std::move(folder)), config_(std::move(config)) {
  note_.host = HostName();
  note_.name = UniqueName(note_.host);
  note_.state = ActorState::kRating;
}

ModelMirror::~ModelMirror() {
  thread_.request_stop();
  changed_.notify_all();
}

absl::StatusOr<std::unique_ptr<ModelMirror>> ModelMirror::Open(std::unique_ptr<RunLink> link,
                                                               const std::string& folder) {
  KVINTET_ASSIGN_OR_RETURN(const RunHead head, link->Head());
  constexpr size_t kDigits = 12;
  const std::string own = absl::StrCat(folder, "/", Sha256Hex(head.config).substr(0, kDigits));
  KVINTET_RETURN_IF_ERROR(MakeDirectories(own + "/models"));
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(own + "/config.textproto", head.config));
  std::unique_ptr<ModelMirror> mirror(new ModelMirror(std::move(link), own, head.config));
  KVINTET_RETURN_IF_ERROR(mirror->ReadModels());
  KVINTET_RETURN_IF_ERROR(mirror->Look());
  mirror->thread_ =
      std::jthread([self = mirror.get()](const std::stop_token& stop) { self->Follow(stop); });
  return mirror;
}

absl::Status ModelMirror::ReadModels() {
  KVINTET_RETURN_IF_ERROR(CutTornLine(ListPath(folder_)));
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(ListPath(folder_)));
  return ReadJsonLines(text, ListPath(folder_), [&](const Json& line) -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(models_.emplace_back(), ParseModel(line));
    return absl::OkStatus();
  });
}

absl::Status ModelMirror::Look() {
  KVINTET_ASSIGN_OR_RETURN(const RunHead head, link_->Head());
  if (head.config != config_) {
    return absl::AbortedError("the run has another configuration");
  }
  note_.generation = head.generation;
  const auto models = Models();
  KVINTET_RETURN_IF_ERROR(models.status());
  if (std::ranges::count(*models, head.model, &PublishedModel::name) > 0) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, link_->GetBlob(head.model));
  if (Sha256Hex(bytes) != head.model) {
    return absl::UnavailableError(absl::StrCat("the model ", head.model, " has another SHA-256"));
  }
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(folder_ + "/models/" + head.model, bytes));
  const Json line = {{"model", head.model}, {"steps", head.steps}, {"seconds", head.seconds}};
  KVINTET_RETURN_IF_ERROR(AppendLine(ListPath(folder_), ToJsonLine(line), Sync::kYes));
  const std::lock_guard lock(mutex_);
  models_.push_back({.name = head.model, .steps = head.steps, .seconds = head.seconds});
  return absl::OkStatus();
}

absl::Status ModelMirror::Show() {
  {
    const std::lock_guard lock(mutex_);
    note_.games = games_;
  }
  return link_->Show(note_);
}

void ModelMirror::Follow(const std::stop_token& stop) {
  LinkTroubles troubles("the link is in trouble, rating goes on", LinkTroubles::Missing::kWaits);
  Pace pace(std::chrono::duration_cast<Pace::Clock::duration>(
      std::chrono::duration<double>(kShowSeconds)));
  while (!stop.stop_requested()) {
    absl::Status status = Look();
    if (pace.IsDue(Pace::Clock::now())) {
      status.Update(Show());
    }
    status = troubles.Unless(status);
    std::unique_lock lock(mutex_);
    if (!status.ok()) {
      status_ = status;
      return;
    }
    changed_.wait_for(lock, stop, std::chrono::duration<double>(kHeadSeconds),
                      [] { return false; });
  }
}

absl::StatusOr<std::vector<PublishedModel>> ModelMirror::Models() const {
  const std::lock_guard lock(mutex_);
  KVINTET_RETURN_IF_ERROR(status_);
  return models_;
}

void ModelMirror::ShowGames(int64_t games) {
  const std::lock_guard lock(mutex_);
  games_ = games;
}

}  // namespace kvintet::training
