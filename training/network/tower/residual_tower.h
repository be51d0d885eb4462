// ResidualTower: the network's function, from planes to logits; internal to training/network.
//
//   stem:   x = relu(conv3x3(planes) + W globals)
//   block:  h = relu(conv3x3(x));  x = relu(x + conv3x3(h) [+ W pool(h)])
//   heads:  g = pool(x), u = relu(W g);  win/draw/loss = W u;  slots = W u
//           p = relu(conv1x1(x) + W g);  policy planes = conv1x1(p)
//   training, optional: two more policies from p and u;  margin = W u;  ownership = conv1x1(x)
//
// pool = mean and maximum over the board. There is no normalisation layer; the initial weights
// (weights.h) keep the scale. The trunk has the chosen type, pooled features and last layers are
// fp32.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "training/network/tower/aten.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/training_heads.h"
#include "training/network/tower/winograd.h"

namespace kvintet::network {

// How the trunk computes.
struct TowerFormat {
  at::ScalarType type = at::kFloat;
  at::MemoryFormat layout = at::MemoryFormat::ChannelsLast;
  // Use the 3 x 3 convolutions of winograd.h. REQUIRES then: fp32 parameters on the CPU, no
  // gradients, channels last, more than one cell, channels a multiple of WinogradLayer::kGroup.
  bool winograd = false;
};

// Logits of a batch, fp32.
struct TowerOutput {
  // [B, policy size]; contiguous.
  at::Tensor policy;
  // [B, 3]: win, draw, loss, from the point of view of the seat that sees the planes.
  at::Tensor wdl;
  // With heads, else undefined: [B, policy size] twice, [B, buckets], [B, 3, cells].
  at::Tensor soft_policy = {};
  at::Tensor reply_policy = {};
  at::Tensor margin = {};
  at::Tensor ownership = {};
};

// A tower over given parameters. With gradients enabled, the output's derivatives reach the
// parameters through the casts. Thread-safe.
class ResidualTower {
 public:
  // `parameters` are fp32, one for each entry of WeightLayout(shape, size, heads), in its order.
  ResidualTower(const NetworkShape& shape, const NetworkSize& size,
                std::span<const at::Tensor> parameters, const TowerFormat& format,
                const TrainingHeads& heads = {});

  // planes uint8 [B, planes, height, width], globals fp32 [B, globals], on the parameters' device.
  // On the CPU, without gradients and for B >= 2, a row's output depends on that row only.
  TowerOutput Forward(const at::Tensor& planes, const at::Tensor& globals) const;

 private:
  struct Layer {
    at::Tensor weight;
    at::Tensor bias;
    // The transposed weight for our own loops: linear layers on the CPU without gradients.
    at::Tensor transposed;
    // 3 x 3 convolutions, if the format has winograd.
    std::optional<WinogradLayer> winograd;
  };
  struct Block {
    Layer first;
    Layer second;
    Layer pooled;
  };

  // The last layers of a policy.
  struct PolicyLayers {
    Layer planes;
    Layer slots;

    bool Exists() const { return planes.weight.defined() || slots.weight.defined(); }
  };

  static at::Tensor Linear(const at::Tensor& x, const Layer& layer);
  // Returns x after the last block.
  at::Tensor Trunk(const at::Tensor& planes, const at::Tensor& globals) const;
  // The same with Winograd convolutions.
  at::Tensor WinogradTrunk(const at::Tensor& planes, const at::Tensor& globals) const;
  // The input of the policy planes; undefined if there are none.
  at::Tensor PolicyFeatures(const at::Tensor& x, const at::Tensor& pooled) const;
  at::Tensor Policy(const PolicyLayers& layers, const at::Tensor& features,
                    const at::Tensor& hidden) const;

  NetworkShape shape_;
  TowerFormat format_;
  Layer stem_;
  Layer globals_;
  std::vector<Block> blocks_;
  Layer hidden_;
  Layer value_;
  Layer policy_first_;
  Layer policy_pooled_;
  PolicyLayers policy_;
  // With heads, else undefined.
  PolicyLayers soft_policy_;
  PolicyLayers reply_policy_;
  Layer margin_;
  Layer ownership_;
};

}  // namespace kvintet::network
