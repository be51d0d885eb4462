// Start bytes: see the header.
#include "training/network/ranks/start_bytes.h"

#include <cstring>
#include <type_traits>

#include "base/status_macros.h"

namespace kvintet::network {

std::string PackStart(const LearnerOptions& options, const ModelHeader& head,
                      const Learner& learner) {
  static_assert(std::is_trivially_copyable_v<LearnerOptions>, "a rank takes over their bytes");
  std::string bytes(sizeof options, '\0');
  std::memcpy(bytes.data(), &options, sizeof options);
  return bytes + EncodeLearner({.head = head,
                                .heads = options.loss.Heads(),
                                .magnet = options.loss.kl_to_magnet > 0,
                                .state = learner.SaveState()});
}

absl::StatusOr<std::unique_ptr<Learner>> UnpackStart(absl::string_view bytes,
                                                     std::optional<int> threads) {
  LearnerOptions options;
  if (bytes.size() < sizeof options) {
    return absl::DataLossError("wanted a learner from the first rank, found less");
  }
  std::memcpy(&options, bytes.data(), sizeof options);
  options.threads = threads.value_or(options.threads);
  KVINTET_ASSIGN_OR_RETURN(
      const LearnerCheckpoint start,
      DecodeLearner(bytes.substr(sizeof options), "state from the first rank"));
  const NetworkShape& shape = start.head.shape;
  const NetworkSize& size = start.head.size;
  KVINTET_ASSIGN_OR_RETURN(
      std::unique_ptr<Learner> learner,
      Learner::Create(shape, size, InitialWeights(shape, size, 0, options.loss.Heads()), options));
  KVINTET_RETURN_IF_ERROR(learner->LoadState(start.state));
  return learner;
}

}  // namespace kvintet::network
