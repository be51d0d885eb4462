// Stores headers as metadata and tensors as they are.
#include "training/network/files/model_file.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/strip.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"
#include "envs/text/game_text.h"
#include "training/network/files/checkpoint.h"

namespace kvintet::network {
namespace {

// Do not change the meaning of these: files outlive programs.
constexpr char kModelFormat[] = "kvintet-model-1";
constexpr char kLearnerFormat[] = "kvintet-learner-1";
constexpr char kProvenance[] = "provenance.";
constexpr char kGolden[] = "golden.";
constexpr char kHeads[] = "heads";
constexpr char kMagnetKey[] = "magnet";
constexpr char kCriticShape[] = "critic_shape";
constexpr char kCriticSize[] = "critic_size";
// Prefix of the names of a critic's tensors, which come last.
constexpr char kCritic[] = "critic.";

using Metadata = std::map<std::string, std::string>;

Metadata ToMetadata(const ModelHeader& head, const char* format) {
  Metadata metadata = {{"format", format},
                       {"game", head.game},
                       {"shape", ShapeText(head.shape)},
                       {"size", SizeText(head.size)}};
  for (const auto& [key, value] : head.provenance) {
    metadata[kProvenance + key] = value;
  }
  for (size_t i = 0; i < head.golden.size(); ++i) {
    metadata[absl::StrCat(kGolden, i)] = selfplay::GoldenText(head.golden[i]);
  }
  return metadata;
}

absl::StatusOr<std::string> Text(const Metadata& metadata, const std::string& key,
                                 const std::string& where) {
  const auto found = metadata.find(key);
  if (found == metadata.end()) {
    return absl::DataLossError(absl::StrCat(where, ": __metadata__ has no ", key));
  }
  return found->second;
}

// Reads golden.0, golden.1 and so on, as far as they exist.
absl::StatusOr<std::vector<selfplay::GoldenAnswer>> GoldenOf(const Metadata& metadata,
                                                             const std::string& where) {
  std::vector<selfplay::GoldenAnswer> golden;
  for (auto found = metadata.end();
       (found = metadata.find(absl::StrCat(kGolden, golden.size()))) != metadata.end();) {
    absl::StatusOr<selfplay::GoldenAnswer> answer = selfplay::ParseGolden(found->second);
    if (!answer.ok()) {
      return absl::DataLossError(
          absl::StrCat(where, ": ", found->first, ": ", answer.status().message()));
    }
    golden.push_back(*std::move(answer));
  }
  return golden;
}

absl::StatusOr<ModelHeader> ToHead(const Metadata& metadata, const char* format,
                                   const std::string& where) {
  KVINTET_ASSIGN_OR_RETURN(const std::string found, Text(metadata, "format", where));
  if (found != format) {
    return absl::DataLossError(
        absl::StrFormat("%s: format %s wanted, found \"%s\"", where, format, found));
  }
  ModelHeader head;
  KVINTET_ASSIGN_OR_RETURN(const std::string game, Text(metadata, "game", where));
  head.game = envs::FullGameText(game);
  KVINTET_ASSIGN_OR_RETURN(const std::string shape, Text(metadata, "shape", where));
  KVINTET_ASSIGN_OR_RETURN(const std::string size, Text(metadata, "size", where));
  const absl::StatusOr<NetworkShape> parsed_shape = ParseShape(shape);
  const absl::StatusOr<NetworkSize> parsed_size = ParseSize(size);
  for (const absl::Status& status : {parsed_shape.status(), parsed_size.status()}) {
    if (!status.ok()) {
      return absl::DataLossError(absl::StrCat(where, ": ", status.message()));
    }
  }
  head.shape = *parsed_shape;
  head.size = *parsed_size;
  KVINTET_ASSIGN_OR_RETURN(head.golden, GoldenOf(metadata, where));
  for (const auto& [key, value] : metadata) {
    absl::string_view name = key;
    if (absl::ConsumePrefix(&name, kProvenance)) {
      head.provenance[std::string(name)] = value;
    }
  }
  return head;
}

absl::Status CheckLayout(std::span<const WeightSpec> layout, std::span<const NamedTensor> tensors,
                         const std::string& where) {
  const absl::Status status = CheckWeights(layout, tensors, where);
  return status.ok() ? status : absl::DataLossError(status.message());
}

absl::Status CheckName(const std::string& path, absl::string_view wanted, absl::string_view found) {
  return wanted == found ? absl::OkStatus()
                         : absl::DataLossError(absl::StrFormat("%s: SHA-256 %s wanted, found %s",
                                                               path, wanted, found));
}

// A file without the entry has a learner without heads.
absl::StatusOr<TrainingHeads> HeadsOf(const Metadata& metadata, const std::string& where) {
  const auto found = metadata.find(kHeads);
  absl::StatusOr<TrainingHeads> heads = ParseHeads(found == metadata.end() ? "" : found->second);
  if (!heads.ok()) {
    return absl::DataLossError(absl::StrCat(where, ": ", heads.status().message()));
  }
  return heads;
}

// Without its tensors. A file without the entries has a learner without a critic.
absl::StatusOr<std::optional<CriticCheckpoint>> CriticOf(const Metadata& metadata,
                                                         const std::string& where) {
  if (!metadata.contains(kCriticShape) && !metadata.contains(kCriticSize)) {
    return std::nullopt;
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string shape, Text(metadata, kCriticShape, where));
  KVINTET_ASSIGN_OR_RETURN(const std::string size, Text(metadata, kCriticSize, where));
  const absl::StatusOr<NetworkShape> parsed_shape = ParseShape(shape);
  const absl::StatusOr<NetworkSize> parsed_size = ParseSize(size);
  for (const absl::Status& status : {parsed_shape.status(), parsed_size.status()}) {
    if (!status.ok()) {
      return absl::DataLossError(absl::StrCat(where, ": critic: ", status.message()));
    }
  }
  return CriticCheckpoint{.shape = *parsed_shape, .size = *parsed_size, .state = {}};
}

// Moves the last tensors, which are the critic's, out of the learner's.
void SplitCritic(size_t own, LearnerCheckpoint* learner) {
  std::vector<NamedTensor>& tensors = learner->state.tensors;
  LearnerState& critic = learner->critic->state;
  critic.steps = learner->state.steps;
  for (size_t i = own; i < tensors.size(); ++i) {
    tensors[i].name.erase(0, std::size(kCritic) - 1);
    critic.tensors.push_back(std::move(tensors[i]));
  }
  tensors.resize(own);
}

}  // namespace

std::string EncodeModel(const Model& model) {
  return EncodeCheckpoint({ToMetadata(model.head, kModelFormat), model.weights});
}

std::string EncodeLearner(const LearnerCheckpoint& learner) {
  Metadata metadata = ToMetadata(learner.head, kLearnerFormat);
  metadata["steps"] = absl::StrCat(learner.state.steps);
  if (learner.heads.Any()) {
    metadata[kHeads] = HeadsText(learner.heads);
  }
  if (learner.magnet) {
    metadata[kMagnetKey] = "yes";
  }
  std::vector<NamedTensor> tensors = learner.state.tensors;
  if (learner.critic) {
    metadata[kCriticShape] = ShapeText(learner.critic->shape);
    metadata[kCriticSize] = SizeText(learner.critic->size);
    for (NamedTensor tensor : learner.critic->state.tensors) {
      tensor.name = kCritic + tensor.name;
      tensors.push_back(std::move(tensor));
    }
  }
  return EncodeCheckpoint({std::move(metadata), std::move(tensors)});
}

absl::StatusOr<Model> DecodeModel(absl::string_view bytes, const std::string& where) {
  KVINTET_ASSIGN_OR_RETURN(Checkpoint checkpoint, DecodeCheckpoint(bytes, where));
  KVINTET_ASSIGN_OR_RETURN(ModelHeader head, ToHead(checkpoint.metadata, kModelFormat, where));
  KVINTET_RETURN_IF_ERROR(
      CheckLayout(WeightLayout(head.shape, head.size), checkpoint.tensors, where));
  return Model{std::move(head), std::move(checkpoint.tensors)};
}

absl::StatusOr<LearnerCheckpoint> DecodeLearner(absl::string_view bytes, const std::string& where) {
  KVINTET_ASSIGN_OR_RETURN(Checkpoint checkpoint, DecodeCheckpoint(bytes, where));
  KVINTET_ASSIGN_OR_RETURN(ModelHeader head, ToHead(checkpoint.metadata, kLearnerFormat, where));
  KVINTET_ASSIGN_OR_RETURN(const TrainingHeads heads, HeadsOf(checkpoint.metadata, where));
  KVINTET_ASSIGN_OR_RETURN(std::optional<CriticCheckpoint> critic,
                           CriticOf(checkpoint.metadata, where));
  const bool magnet = checkpoint.metadata.contains(kMagnetKey);
  std::vector<WeightSpec> layout = LearnerStateLayout(head.shape, head.size, heads, magnet);
  const size_t own = layout.size();
  if (critic) {
    for (WeightSpec spec : LearnerStateLayout(critic->shape, critic->size)) {
      spec.name = kCritic + spec.name;
      layout.push_back(std::move(spec));
    }
  }
  KVINTET_RETURN_IF_ERROR(CheckLayout(layout, checkpoint.tensors, where));
  KVINTET_ASSIGN_OR_RETURN(const std::string text, Text(checkpoint.metadata, "steps", where));
  int64_t steps = 0;
  if (!absl::SimpleAtoi(text, &steps) || steps < 0) {
    return absl::DataLossError(
        absl::StrFormat("%s: steps must be a number from 0, is \"%s\"", where, text));
  }
  LearnerCheckpoint learner{
      std::move(head), heads, magnet, {steps, std::move(checkpoint.tensors)}, std::move(critic)};
  if (learner.critic) {
    SplitCritic(own, &learner);
  }
  return learner;
}

absl::StatusOr<std::string> SaveModel(const std::string& path, const Model& model) {
  const std::string bytes = EncodeModel(model);
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(path, bytes));
  return Sha256Hex(bytes);
}

absl::StatusOr<NamedModel> LoadModel(const std::string& path, absl::string_view name) {
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  NamedModel loaded{Sha256Hex(bytes), {}};
  KVINTET_RETURN_IF_ERROR(CheckName(path, name.empty() ? loaded.name : name, loaded.name));
  KVINTET_ASSIGN_OR_RETURN(loaded.model, DecodeModel(bytes, path));
  return loaded;
}

absl::StatusOr<LearnerCheckpoint> LoadLearner(const std::string& path, absl::string_view name) {
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  KVINTET_RETURN_IF_ERROR(CheckName(path, name, Sha256Hex(bytes)));
  return DecodeLearner(bytes, path);
}

}  // namespace kvintet::network
