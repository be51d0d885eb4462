// Body: the layers between a network's observations and its heads, a file in tower/bodies/ for
// each; internal to training/network. NetworkSize::body selects one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "base/unique_name.h"
#include "training/network/parts/part.h"
#include "training/network/tower/layout_builder.h"
#include "training/network/tower/network_shape.h"

namespace at {
class Tensor;
}  // namespace at

namespace kvintet::network {

class LayerReader;

// A body over given parameters. Any thread.
class Body {
 public:
  virtual ~Body() = default;
  // [B, NetworkSize::channels, height, width] in the reader's type and memory layout. `planes`
  // uint8 [B, planes, height, width], `globals` fp32 [B, globals]. With gradients enabled,
  // derivatives reach the parameters. On the CPU without gradients and for B >= 2, a row's bytes
  // depend on that row only: the functions of layers.h see to it, and so do elementwise operations
  // that are exactly rounded (not exp, tanh or sigmoid, whose last bits depend on the place in a
  // vector).
  virtual at::Tensor Forward(const at::Tensor& planes, const at::Tensor& globals) const = 0;
};

// What a file registers.
struct BodyEntry {
  std::vector<PartOption> options;
  // Whether the body can convolve by TowerFormat::winograd; otherwise it never sees it set.
  bool winograd = false;
  // Lists the parameters.
  void (*add_layers)(const NetworkShape& shape, const NetworkSize& size, const PartOptions& options,
                     LayoutBuilder* layout) = nullptr;
  // Reads exactly these parameters, in their order.
  std::unique_ptr<Body> (*make)(const NetworkShape& shape, const NetworkSize& size,
                                const PartOptions& options, LayerReader* reader) = nullptr;
};

// Called by REGISTER_BODY during static initialisation. The return value has no meaning.
bool RegisterBody(const std::string& name, const BodyEntry& entry);

// The text with all options. InvalidArgument, with the names of all bodies, if there is no such
// body, or if it has no such option.
absl::StatusOr<std::string> FullBodyText(const std::string& text);

// The rest REQUIRE that the size passes CheckSize.
bool BodyHasWinograd(const NetworkSize& size);
void AddBodyLayers(const NetworkShape& shape, const NetworkSize& size, LayoutBuilder* layout);
std::unique_ptr<Body> MakeBody(const NetworkShape& shape, const NetworkSize& size,
                               LayerReader* reader);

// The registration of a class B with a constructor like BodyEntry::make, `static void AddLayers`
// like BodyEntry::add_layers and, optionally, `static std::vector<PartOption> Options()`.
template <typename B>
BodyEntry BodyEntryOf(bool winograd = false) {
  return {.options = OptionsOf<B>(),
          .winograd = winograd,
          .add_layers = &B::AddLayers,
          .make = [](const NetworkShape& shape, const NetworkSize& size, const PartOptions& options,
                     LayerReader* reader) -> std::unique_ptr<Body> {
            return std::make_unique<B>(shape, size, options, reader);
          }};
}

}  // namespace kvintet::network

// Goes on the last line of a body's file, inside namespace network:
// REGISTER_BODY("squeeze", SqueezeBody). A body of that name is selected by network.body.
#define REGISTER_BODY(name, B)                                          \
  [[maybe_unused]] static const bool KVINTET_UNIQUE_NAME(kRegistered) = \
      ::kvintet::network::RegisterBody(name, ::kvintet::network::BodyEntryOf<B>())
