// Model, model files: a network's weights and description. The file's hash is the model's name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

#include "selfplay/evaluators/golden_answers.h"
#include "training/network/learning/learner.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// Describes a network and its purpose.
struct ModelHeader {
  // GameSpec::text. For a model read from a file every option is written out, including those that
  // the program which wrote the file did not know.
  std::string game;
  NetworkShape shape;
  NetworkSize size;
  // Origin (run, step, commit ...). Kept as given, not interpreted.
  std::map<std::string, std::string> provenance;
  // Recorded answers from when the model was released; empty for an unreleased model.
  std::vector<selfplay::GoldenAnswer> golden = {};
  bool operator==(const ModelHeader&) const = default;
};

// A network's description and weights.
struct Model {
  ModelHeader head;
  Weights weights;
  bool operator==(const Model&) const = default;
};

// A second network that learns beside the first, takes the same number of steps, and is part of no
// model.
struct CriticCheckpoint {
  NetworkShape shape;
  NetworkSize size;
  LearnerState state;
  bool operator==(const CriticCheckpoint&) const = default;
};

// A learner in the middle of its work.
struct LearnerCheckpoint {
  ModelHeader head;
  TrainingHeads heads = {};
  bool magnet = false;
  LearnerState state;
  std::optional<CriticCheckpoint> critic = {};
  bool operator==(const LearnerCheckpoint&) const = default;
};

// The bytes of a file (checkpoint.h) that holds the model or the learner.
std::string EncodeModel(const Model& model);
std::string EncodeLearner(const LearnerCheckpoint& learner);

// The reverse. DataLoss, naming `where`, if the bytes are not such a file, or if the tensors do not
// match the architecture that the file names.
absl::StatusOr<Model> DecodeModel(absl::string_view bytes, const std::string& where);
absl::StatusOr<LearnerCheckpoint> DecodeLearner(absl::string_view bytes, const std::string& where);

// A model with its name: the SHA-256 of its file, in lower-case hexadecimal.
struct NamedModel {
  std::string name;
  Model model;
};

// Writes a model's file durably and returns its name.
absl::StatusOr<std::string> SaveModel(const std::string& path, const Model& model);

// Reads a model's file. With `name`, DataLoss if the file's name differs.
absl::StatusOr<NamedModel> LoadModel(const std::string& path, absl::string_view name = "");

// The same for a learner's file.
absl::StatusOr<LearnerCheckpoint> LoadLearner(const std::string& path, absl::string_view name);

}  // namespace kvintet::network
