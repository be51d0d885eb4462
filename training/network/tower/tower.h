// Tower: the network's function, from planes to logits; internal to training/network.
//
//   body:   x = body(planes, globals), a file of tower/bodies/
//   heads:  g = pool(x), u = relu(W g);  win/draw/loss = W u;  slots = W u
//           p = relu(conv1x1(x) + W g);  policy planes = conv1x1(p)
//           slots with features f:  slot += w relu(W f + W g), the same W and w for all slots
//   training, optional: heads of learning/heads/, from x, g, u and p
//
// pool = mean and maximum over the board. The body has the chosen type, pooled features and last
// layers are fp32.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "training/network/tower/body.h"
#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/layers.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {

// Logits of a batch, fp32.
struct TowerOutput {
  // [B, policy size]; contiguous.
  at::Tensor policy;
  // [B, 3]: win, draw, loss, from the point of view of the seat that sees the planes.
  at::Tensor wdl;
  // Of each head, in the order of TrainingHeads.
  std::vector<at::Tensor> heads = {};
};

// A tower over given parameters. With gradients enabled, the output's derivatives reach the
// parameters through the casts. Thread-safe.
class Tower {
 public:
  // `parameters` are fp32, one for each entry of WeightLayout(shape, size, heads), in its order.
  Tower(const NetworkShape& shape, const NetworkSize& size, std::span<const at::Tensor> parameters,
        const TowerFormat& format, const TrainingHeads& heads = {});

  // planes uint8 [B, planes, height, width], globals fp32 [B, globals], on the parameters' device.
  // On the CPU, without gradients and for B >= 2, a row's output depends on that row only.
  TowerOutput Forward(const at::Tensor& planes, const at::Tensor& globals) const;

 private:
  NetworkShape shape_;
  std::unique_ptr<Body> body_;
  Layer hidden_;
  Layer value_;
  Layer policy_first_;
  Layer policy_pooled_;
  PolicyLayers policy_;
  SlotLayers slots_;
  std::vector<std::unique_ptr<TrainingHead>> heads_;
};

}  // namespace kvintet::network
