// Fuzz target for model and learner files: their headers and the requirements on their tensors.
#include <string>
#include <vector>

#include "base/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "training/network/files/checkpoint.h"
#include "training/network/files/model_file.h"
#include "training/network/tower/weights.h"

namespace kvintet::fuzz {
namespace {

network::Model SmallModel() {
  network::Model model;
  model.head.game = "tic_tac_toe";
  model.head.shape = {
      .planes = 2, .height = 3, .width = 3, .globals = 1, .policy_planes = 1, .policy_slots = 1};
  model.head.size.blocks = 1;
  model.head.size.channels = 2;
  model.head.size.value_hidden = 2;
  model.head.provenance = {{"run", "fuzz"}};
  model.weights = network::InitialWeights(model.head.shape, model.head.size, 1);
  return model;
}

// A file as others write it, without the checksum, which would make every changed file invalid.
std::string WithoutSum(std::string file) {
  const size_t at = file.find(",\"sha256\":\"");
  KVINTET_CHECK(at != std::string::npos);
  const size_t size = std::string(",\"sha256\":\"").size() + 64 + 1;
  file.replace(at, size, "");
  const size_t header = file.find("}}", at);
  KVINTET_CHECK(header != std::string::npos);
  // The header keeps its length: the removed part becomes spaces at its end.
  const auto length = static_cast<size_t>(static_cast<unsigned char>(file[0])) |
                      static_cast<size_t>(static_cast<unsigned char>(file[1])) << 8;
  file.insert(8 + length - size, size, ' ');
  return file;
}

}  // namespace

std::vector<std::string> SoundInputs() {
  const network::Model model = SmallModel();
  network::LearnerCheckpoint learner = {.head = model.head, .state = {}};
  for (const network::WeightSpec& spec :
       network::LearnerStateLayout(model.head.shape, model.head.size)) {
    network::NamedTensor tensor = {spec.name, spec.shape, {}};
    size_t count = 1;
    for (const int64_t dimension : spec.shape) {
      count *= static_cast<size_t>(dimension);
    }
    tensor.values.resize(count);
    learner.state.tensors.push_back(std::move(tensor));
  }
  const std::string one = network::EncodeModel(model);
  const std::string two = network::EncodeLearner(learner);
  KVINTET_CHECK(network::DecodeModel(WithoutSum(one), "sound").ok());
  return {one, two, WithoutSum(one), WithoutSum(two)};
}

void TryInput(std::string_view input) {
  const absl::string_view bytes(input.data(), input.size());
  const auto checkpoint = network::DecodeCheckpoint(bytes, "input");
  if (!checkpoint.ok()) {
    return;
  }
  if (const auto model = network::DecodeModel(bytes, "input"); model.ok()) {
    const auto again = network::DecodeModel(network::EncodeModel(*model), "again");
    KVINTET_CHECK(again.ok() && *again == *model);
  }
  if (const auto learner = network::DecodeLearner(bytes, "input"); learner.ok()) {
    const auto again = network::DecodeLearner(network::EncodeLearner(*learner), "again");
    KVINTET_CHECK(again.ok() && *again == *learner);
  }
}

}  // namespace kvintet::fuzz
