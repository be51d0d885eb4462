// Layers: the convolutions, linear maps and pooling that bodies and heads consist of; internal to
// training/network.
//
// On the CPU without gradients and for B >= 2, a row of every result depends on that row only.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/kernels/winograd.h"
#include "training/network/tower/network_shape.h"

namespace kvintet::network {

// How the body computes.
struct TowerFormat {
  at::ScalarType type = at::kFloat;
  at::MemoryFormat layout = at::MemoryFormat::ChannelsLast;
  // Use the 3 x 3 convolutions of winograd.h. REQUIRES then: fp32 parameters on the CPU, no
  // gradients, channels last, more than one cell, channels a multiple of WinogradLayer::kGroup.
  bool winograd = false;
};

// The parameters of a convolution or a linear map; undefined where a network has no such layer.
struct Layer {
  at::Tensor weight = {};
  at::Tensor bias = {};
  // The transposed weight for our own loops: linear layers on the CPU without gradients.
  at::Tensor transposed = {};
  // 3 x 3 convolutions, if the format has winograd.
  std::optional<WinogradLayer> winograd = {};

  bool Exists() const { return weight.defined(); }
};

// Hands out parameters in the order of their layout, as layers. All must have been taken at the
// end.
class LayerReader {
 public:
  // `parameters` are fp32 and outlive the reader.
  LayerReader(std::span<const at::Tensor> parameters, const TowerFormat& format)
      : parameters_(parameters), format_(format) {}
  ~LayerReader();
  LayerReader(const LayerReader&) = delete;
  LayerReader& operator=(const LayerReader&) = delete;

  const TowerFormat& Format() const { return format_; }
  // A layer that LayoutBuilder::Layer added, or without bias one that LayoutBuilder::Map added.
  Layer Linear(bool has_bias = true);
  // A convolution in the format's type, and one in fp32.
  Layer Convolution();
  Layer PlainConvolution();

 private:
  const at::Tensor& Next();

  std::span<const at::Tensor> parameters_;
  const TowerFormat format_;
  size_t next_ = 0;
};

// fp32 [B, outputs] from fp32 [B, inputs].
at::Tensor Linear(const at::Tensor& x, const Layer& layer);
// The convolution of x [B, C, height, width] with zero padding, so that the board keeps its size.
at::Tensor Convolve(const at::Tensor& x, const Layer& layer);
// relu(Convolve(x) [+ other]); `other` may be undefined. One kernel on a GPU, without derivatives.
at::Tensor ConvolveRectified(const at::Tensor& x, const Layer& layer, const at::Tensor& other = {});
// relu(x), in place.
at::Tensor Rectified(at::Tensor x);
// relu(x + other), in place in x.
at::Tensor SumRectified(at::Tensor x, const at::Tensor& other);
// relu(x [+ bias] [+ other]), in place in x; bias fp32 [B, C]; both may be undefined.
at::Tensor BiasedRectified(at::Tensor x, const at::Tensor& bias, const at::Tensor& other);
// Mean and maximum over the board: fp32 [B, 2 * C].
at::Tensor Pooled(const at::Tensor& x);

// What heads are computed from.
struct HeadFeatures {
  // The body's activations, [B, channels, height, width], in the format's type.
  at::Tensor body;
  // Their mean and maximum over the board, fp32 [B, 2 * channels].
  at::Tensor pooled = {};
  // The hidden units of the value, fp32 [B, NetworkSize::value_hidden].
  at::Tensor hidden = {};
  // What the policy planes are convolved from, fp32 [B, NetworkSize::policy_channels, height,
  // width]; undefined without policy planes.
  at::Tensor policy = {};
};

// The last layers of a policy.
struct PolicyLayers {
  Layer planes;
  Layer slots;
};

// Reads what LayoutBuilder::Policy added.
PolicyLayers ReadPolicy(const NetworkShape& shape, LayerReader* reader);
// fp32 [B, policy size], contiguous. `features` fp32 [B, NetworkSize::policy_channels, height,
// width], undefined without policy planes; `hidden` fp32 [B, NetworkSize::value_hidden].
at::Tensor PolicyLogits(const NetworkShape& shape, const PolicyLayers& layers,
                        const at::Tensor& features, const at::Tensor& hidden);

// What adds to the logits of slots with features.
struct SlotLayers {
  Layer first;
  Layer context;
  Layer last;
};

// Reads them in the order of WeightLayout.
SlotLayers ReadSlots(LayerReader* reader);
// Adds the part of the logits that depends on the features of slots, which are the last of
// `globals` fp32 [B, globals]. `pooled` fp32 [B, 2 * channels]; `policy` as of PolicyLogits.
void AddSlotLogits(const NetworkShape& shape, const SlotLayers& layers, const at::Tensor& globals,
                   const at::Tensor& pooled, at::Tensor* policy);

}  // namespace kvintet::network
