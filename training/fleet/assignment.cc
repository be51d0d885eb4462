// Assignment: see the header.
#include "training/fleet/assignment.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/files/sha256.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "proto/textproto.h"
#include "selfplay/records/replay_rows.h"
#include "selfplay/settings/settings_of.h"
#include "training/fleet/shard_check.h"
#include "training/network/network_config.h"
#include "training/network/tower/precision.h"

namespace kvintet::training {

absl::StatusOr<std::unique_ptr<Assignment>> Assignment::Load(RunLink* link, const RunHead& head,
                                                             int threads) {
  std::unique_ptr<Assignment> made(new Assignment(head));
  KVINTET_RETURN_IF_ERROR(MergeTextProto(head.config, "the run's configuration", made->config_));
  KVINTET_ASSIGN_OR_RETURN(made->game_, envs::MakeGame(made->config_.game()));
  KVINTET_ASSIGN_OR_RETURN(const std::string fingerprint, PlayFingerprint(*made->game_));
  if (fingerprint != head.fingerprint) {
    return absl::FailedPreconditionError(
        absl::StrCat("the run and this program differ in the rules or records of ",
                     made->config_.game(), ": wanted ", head.fingerprint, ", found ", fingerprint,
                     "; use the same version of Kvintet on both sides"));
  }
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  made->config_.mutable_self_play()->set_threads(threads > 0 ? threads : cores);
  KVINTET_ASSIGN_OR_RETURN(const network::Model model, FetchModel(link, head.model));
  KVINTET_ASSIGN_OR_RETURN(const network::FormatChoice format,
                           network::ChooseFormat(model, made->config_.network()));
  made->format_ = format.options;
  LogInfo("training", "precision chosen",
          {{"precision", std::string(network::PrecisionName(format.options.precision))},
           {"why", format.reason}});
  KVINTET_RETURN_IF_ERROR(made->PlayWith(head.model, model));
  return made;
}

absl::StatusOr<network::Model> Assignment::FetchModel(RunLink* link, const std::string& sha) {
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, link->GetBlob(sha));
  if (Sha256Hex(bytes) != sha) {
    return absl::DataLossError(absl::StrCat("the model ", sha, " has another SHA-256"));
  }
  return network::DecodeModel(bytes, "the model");
}

absl::Status Assignment::PlayWith(const std::string& sha, const network::Model& model) {
  KVINTET_ASSIGN_OR_RETURN(
      playing_, network::MakePlayingNetwork(*game_, {.name = sha, .model = model}, format_));
  return absl::OkStatus();
}

absl::Status Assignment::Follow(RunLink* link, const RunHead& head) {
  if (head.model != head_.model) {
    KVINTET_ASSIGN_OR_RETURN(const network::Model model, FetchModel(link, head.model));
    KVINTET_RETURN_IF_ERROR(PlayWith(head.model, model));
  }
  head_ = head;
  return absl::OkStatus();
}

selfplay::SelfPlayTask Assignment::MakeTask() const {
  return {.game = game_.get(),
          .search = selfplay::SettingsOf(config_.search()),
          .self_play = selfplay::SettingsOf(config_.self_play()),
          .seed = config_.seed(),
          .check =
              [this](const selfplay::GameRecord& record) {
                return selfplay::CheckRecord(*game_, record);
              },
          .in_order = false};
}

}  // namespace kvintet::training
