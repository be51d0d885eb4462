// Model, model files: a network's weights with what it is for, under a name that is its content.
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

// What a network is and what it is for.
struct ModelHead {
  // GameSpec::text. Of a model read from a file every option is written, also those that the
  // program which wrote it did not know.
  std::string game;
  NetworkShape shape;
  NetworkSize size;
  // Where it comes from (run, step, commit ...): kept as given, not interpreted.
  std::map<std::string, std::string> provenance;
  // What it said when it was released; none of a model that was not.
  std::vector<selfplay::GoldenAnswer> golden = {};
  bool operator==(const ModelHead&) const = default;
};

// A network that can be made and used.
struct Model {
  ModelHead head;
  Weights weights;
  bool operator==(const Model&) const = default;
};

// A second network that learns beside the first, steps as many, and is part of no model.
struct CriticCheckpoint {
  NetworkShape shape;
  NetworkSize size;
  LearnerState state;
  bool operator==(const CriticCheckpoint&) const = default;
};

// A learner in the middle of its work.
struct LearnerCheckpoint {
  ModelHead head;
  TrainingHeads heads = {};
  bool magnet = false;
  LearnerState state;
  std::optional<CriticCheckpoint> critic = {};
  bool operator==(const LearnerCheckpoint&) const = default;
};

// The bytes of a file (checkpoint.h) that holds the model or the learner.
std::string EncodeModel(const Model& model);
std::string EncodeLearner(const LearnerCheckpoint& learner);

// The reverse. DataLoss, naming `where`, if the bytes are no such file or their tensors are not
// those of the architecture that they name.
absl::StatusOr<Model> DecodeModel(absl::string_view bytes, const std::string& where);
absl::StatusOr<LearnerCheckpoint> DecodeLearner(absl::string_view bytes, const std::string& where);

// A model's name: the SHA-256 of its file, in lower-case hexadecimal.
struct NamedModel {
  std::string name;
  Model model;
};

// Writes a model's file durably; gives its name.
absl::StatusOr<std::string> SaveModel(const std::string& path, const Model& model);

// Reads a model's file. With `name`, DataLoss if the file's is another.
absl::StatusOr<NamedModel> LoadModel(const std::string& path, absl::string_view name = "");

// The same of a learner's file.
absl::StatusOr<LearnerCheckpoint> LoadLearner(const std::string& path, absl::string_view name);

}  // namespace kvintet::network
