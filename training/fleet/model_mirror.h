// ModelMirror: the models of a run, fetched over a link into a folder as they are published.
//
//   config.textproto   the run's configuration
//   models/<sha256>    models
//   models.jsonl       a line for each model, oldest first: {"model", "steps", "seconds"}
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/link/run_link.h"
#include "training/run/published_models.h"

namespace kvintet::training {

// Follows the run in a thread of its own, since a link keeps only the newest models. Any thread.
class ModelMirror {
 public:
  // Opens a folder inside `folder` that belongs to the run's present configuration, with what an
  // earlier process has fetched, and begins to follow the run. NotFound if the run has no learner
  // yet; otherwise errors of the link and the folder.
  static absl::StatusOr<std::unique_ptr<ModelMirror>> Open(std::unique_ptr<RunLink> link,
                                                           const std::string& folder);
  ~ModelMirror();

  const std::string& Folder() const { return folder_; }
  // The models that it has, oldest first. Aborted if the run now has another configuration, as in
  // its next stage: then open another mirror. While the link is out of reach, the models stay.
  absl::StatusOr<std::vector<PublishedModel>> Models() const;
  // Shows this process to viewers of the run, as one that rates and has played so many games.
  void ShowGames(int64_t games);

 private:
  ModelMirror(std::unique_ptr<RunLink> link, std::string folder, std::string config);

  absl::Status ReadModels();
  void Follow(const std::stop_token& stop);
  // Fetches the newest model if it is new.
  absl::Status Look();
  absl::Status Show();

  const std::unique_ptr<RunLink> link_;
  const std::string folder_;
  const std::string config_;
  ActorNote note_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by mutex_ from here on.
  std::vector<PublishedModel> models_;
  absl::Status status_;
  int64_t games_ = 0;
  // Last, since it uses the other members.
  std::jthread thread_;
};

}  // namespace kvintet::training
