// KeepConfig: see the header.
#include "training/run/kept_config.h"

#include <filesystem>

#include <absl/strings/str_cat.h>
#include <google/protobuf/util/message_differencer.h>

#include "base/files/file.h"
#include "base/status_macros.h"
#include "envs/text/game_text.h"
#include "proto/earlier_search.h"
#include "proto/search_algorithm.h"
#include "proto/textproto.h"

namespace kvintet::training {
namespace {

// Whether the SHA-256 shows that a model or games at another path are the same.
bool IsSame(const std::string& sum, const std::string& other) {
  return !sum.empty() && sum == other;
}

// Copies the fields that change neither games nor weights, and so may differ between sessions.
void TakeSafeFields(const Config& from, Config* to) {
  to->mutable_learner()->set_ranks(from.learner().ranks());
  to->mutable_learner()->set_rank_timeout_seconds(from.learner().rank_timeout_seconds());
  to->mutable_storage()->set_max_gib(from.storage().max_gib());
  if (from.has_strength()) {
    *to->mutable_strength() = from.strength();
  } else {
    to->clear_strength();
  }
  // The SHA-256 of a sparring model is compared as a separate setting.
  if (!from.self_play().sparring_model().empty() && !to->self_play().sparring_model().empty()) {
    to->mutable_self_play()->set_sparring_model(from.self_play().sparring_model());
  }
  if (IsSame(from.network().initial_model_sha256(), to->network().initial_model_sha256())) {
    to->mutable_network()->set_initial_model(from.network().initial_model());
  }
  if (IsSame(from.learner().games_from_sha256(), to->learner().games_from_sha256())) {
    to->mutable_learner()->set_games_from(from.learner().games_from());
  }
}

}  // namespace

absl::Status KeepConfig(const std::string& file, const Config& config) {
  const absl::StatusOr<Config> found = ReadKeptConfig(file);
  if (absl::IsNotFound(found.status())) {
    return WriteFileAtomically(file, ToTextProto(config));
  }
  KVINTET_RETURN_IF_ERROR(found.status());
  Config wanted;
  KVINTET_RETURN_IF_ERROR(MergeTextProto(ToTextProto(config), "configuration", wanted));
  wanted.set_game(envs::FullGameText(wanted.game()));
  Config kept = *found;
  TakeSafeFields(wanted, &kept);
  std::string differences;
  google::protobuf::util::MessageDifferencer differencer;
  // A setting that the program which began the run did not know has its default, which has no
  // effect.
  differencer.set_message_field_comparison(google::protobuf::util::MessageDifferencer::EQUIVALENT);
  differencer.ReportDifferencesToString(&differences);
  bool same = differencer.Compare(kept, wanted);
  // Two algorithms with their defaults are the same to it.
  if (AlgorithmOf(kept.search()) != AlgorithmOf(wanted.search())) {
    same = false;
    absl::StrAppend(&differences, "modified: search: ", AlgorithmName(kept.search()), " -> ",
                    AlgorithmName(wanted.search()), "\n");
  }
  if (!same) {
    return absl::FailedPreconditionError(
        absl::StrCat(std::filesystem::path(file).parent_path().string(),
                     " is a run with another configuration; continue it with its own (", file,
                     ") or choose another folder: ", differences));
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string stored, ReadFile(file));
  const std::string text = ToTextProto(wanted);
  return text == stored ? absl::OkStatus() : WriteFileAtomically(file, text);
}

absl::StatusOr<Config> ReadKeptConfig(const std::string& file) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
  Config config;
  TextOrigin origin = {.where = file, .has_lines = true, .locations = nullptr};
  KVINTET_RETURN_IF_ERROR(MergeTextProto(
      WithCurrentNames(WithCurrentSearch(text), *Config::descriptor()), origin, config));
  if (config.has_game()) {
    config.set_game(envs::FullGameText(config.game()));
  }
  return config;
}

}  // namespace kvintet::training
