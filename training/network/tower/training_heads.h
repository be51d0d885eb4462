// TrainingHeads, TrainingHead: additional outputs that learn beside policy and value but are not
// part of models, a file in learning/heads/ for each.
//
// They share the body and all but the last layers of policy and value, which thereby learn from
// more than one policy and one result per row.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

#include "base/unique_name.h"
#include "training/network/parts/part.h"
#include "training/network/tower/layout_builder.h"
#include "training/network/tower/network_shape.h"

namespace at {
class Tensor;
}  // namespace at

namespace kvintet::network {

class LayerReader;
struct HeadFeatures;
struct LossTargets;

// The most heads of a learner.
inline constexpr int kMaxHeads = 8;

// Which heads there are, in the order of their parameters.
struct TrainingHeads {
  std::vector<std::string> names = {};

  bool Any() const { return !names.empty(); }
  bool operator==(const TrainingHeads&) const = default;
};

// "soft_policy margin", as stored in files; empty for none.
std::string HeadsText(const TrainingHeads& heads);
// The reverse; InvalidArgument for any other text and for heads that no file registers.
absl::StatusOr<TrainingHeads> ParseHeads(absl::string_view text);

// What a head learns from, a part of TrainingBatch. A head's loss is a mean over the rows whose
// target is known.
enum class HeadTarget : uint8_t { kPolicy, kReply, kMargin, kOwners, kValue };

// A head over given parameters. Any thread.
class TrainingHead {
 public:
  virtual ~TrainingHead() = default;
  // fp32 [B, ...], of any size. `features` (layers.h) has what body, policy and value computed.
  virtual at::Tensor Forward(const HeadFeatures& features) const = 0;
};

// What a file registers.
struct HeadEntry {
  // Options of the loss, among them `weight`, its factor in the total.
  std::vector<PartOption> options;
  HeadTarget target = HeadTarget::kPolicy;
  // Lists the parameters.
  void (*add_layers)(const NetworkShape& shape, const NetworkSize& size,
                     LayoutBuilder* layout) = nullptr;
  // Reads exactly these parameters, in their order.
  std::unique_ptr<TrainingHead> (*make)(const NetworkShape& shape, const NetworkSize& size,
                                        LayerReader* reader) = nullptr;
  // [B], from Forward's result. Rows whose target is unknown have finite values without meaning.
  at::Tensor (*loss)(const at::Tensor& output, const LossTargets& targets,
                     const PartOptions& options) = nullptr;
  // Explains what in the game or configuration does not suit the head.
  absl::Status (*check)(const envs::Game& game, const Config& config) = nullptr;
};

// A head with the options of its loss.
using HeadPart = Part<HeadEntry>;

// Called by REGISTER_HEAD during static initialisation. The return value has no meaning.
bool RegisterHead(const std::string& name, const HeadEntry& entry);

// REQUIRES: a file registers it.
const HeadEntry& EntryOfHead(const std::string& name);

// The heads of a list of texts separated by spaces, "margin{weight=0.5} ownership".
// InvalidArgument, naming learner.head, for a head or option that does not exist, a head listed
// twice, or more than kMaxHeads.
absl::StatusOr<std::vector<HeadPart>> FindHeads(const std::string& list);
// Their names. REQUIRES: FindHeads succeeds.
TrainingHeads HeadsOf(const std::string& list);

// The registration of a class H with a constructor like HeadEntry::make, `static constexpr
// HeadTarget kTarget`, `static void AddLayers`, `static at::Tensor Loss` and, optionally, `static
// std::vector<PartOption> Options()` and `static absl::Status Check`, each like HeadEntry's.
template <typename H>
HeadEntry HeadEntryOf() {
  std::vector<PartOption> options = OptionsOf<H>();
  options.push_back({.name = "weight", .default_value = 1, .min = 0, .max = 1e6});
  return {.options = std::move(options),
          .target = H::kTarget,
          .add_layers = &H::AddLayers,
          .make = [](const NetworkShape& shape, const NetworkSize& size, LayerReader* reader)
              -> std::unique_ptr<TrainingHead> { return std::make_unique<H>(shape, size, reader); },
          .loss = &H::Loss,
          .check = &CheckOf<H>};
}

}  // namespace kvintet::network

// Goes on the last line of a head's file, inside namespace network:
// REGISTER_HEAD("margin", MarginHead). An entry of that name in learner.head adds the head.
#define REGISTER_HEAD(name, H)                                          \
  [[maybe_unused]] static const bool KVINTET_UNIQUE_NAME(kRegistered) = \
      ::kvintet::network::RegisterHead(name, ::kvintet::network::HeadEntryOf<H>())
