// Includes LibTorch's tensors and gradient modes so that clang 14 accepts them; internal.
#pragma once

// Must come first: with libstdc++'s vector, clang needs this type complete before the list headers.
#include <ATen/core/ivalue.h>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
