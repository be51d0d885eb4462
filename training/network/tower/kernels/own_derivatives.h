// The operations between convolutions by the loops of tower_loops.h, with derivatives where they
// are enabled; internal to training/network.
//
// LibTorch needs several passes over the activations for what one loop does, in both directions.
#pragma once

#include <array>

#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/kernels/tower_loops.h"

namespace kvintet::network {

// A tensor's memory. REQUIRES: bfloat16 on the CPU, channels last.
Activations AsActivations(const at::Tensor& x);

// Whether the loops support a tensor: bfloat16 on the CPU, channels last.
bool LoopsApply(const at::Tensor& x);

// relu(x [+ other] [+ bias]), in place in x; `other` like x, `bias` fp32 [B, C]; both may be
// undefined. REQUIRES: LoopsApply(x), and LoopsApply(other) if it is defined.
at::Tensor OwnRectified(const at::Tensor& x, const at::Tensor& other, const at::Tensor& bias);

// Mean and maximum over the board: fp32 [B, 2 * C]. REQUIRES: LoopsApply(x).
at::Tensor OwnPooled(const at::Tensor& x);

// x for two users, whose gradients are then added by our own loop, where it applies.
std::array<at::Tensor, 2> Forked(const at::Tensor& x);

}  // namespace kvintet::network
