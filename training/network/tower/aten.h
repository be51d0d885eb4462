// LibTorch's tensors, included so that clang 14 takes them too; internal.
#pragma once

// First: with libstdc++'s vector, clang needs this type complete before the headers of lists.
#include <ATen/core/ivalue.h>

#include <ATen/ATen.h>
