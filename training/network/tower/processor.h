// Processor: which kind of processor this is, and whether bf16 is fast on it.
#pragma once

#include <string>
#include <string_view>

namespace kvintet::network {

struct Processor {
  // Tells kinds of processors apart: maker, signature of the model, name.
  std::string kind;
  // The most of it that oneDNN, which computes for LibTorch, makes use of: "AVX512_CORE_BF16".
  std::string instructions;
  // Whether oneDNN has kernels for bf16 here. Elsewhere bf16 is emulated, many times slower than
  // fp32, or fails.
  bool fast_bf16 = false;
};

// The processor that the program runs on. What ONEDNN_MAX_CPU_ISA forbids oneDNN, it does not have.
const Processor& ThisProcessor();

// What oneDNN makes use of.
struct Instructions {
  std::string name;
  bool fast_bf16 = false;
};

// From what dnnl_get_effective_cpu_isa() returns; its bits are part of oneDNN's interface.
Instructions InstructionsOf(unsigned effective_isa);

// For a LibTorch that has oneDNN inside and shows none of its functions: from what the processor
// has, and the value of ONEDNN_MAX_CPU_ISA ("" if it is not set).
Instructions InstructionsWithin(bool processor_has_bf16, std::string_view limit);

}  // namespace kvintet::network
