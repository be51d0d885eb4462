// Processor: the kind of this processor, and whether bf16 is fast on it.
#pragma once

#include <string>
#include <string_view>

namespace kvintet::network {

struct Processor {
  // Identifies the kind of processor: maker, model signature, name.
  std::string kind;
  // The most capable instruction set that oneDNN, which computes for LibTorch, uses here, such as
  // "AVX512_CORE_BF16".
  std::string instructions;
  // Whether oneDNN has bf16 kernels here. Without them bf16 is emulated, many times slower than
  // fp32, or fails.
  bool fast_bf16 = false;
};

// The processor that the program runs on, without instruction sets excluded by ONEDNN_MAX_CPU_ISA.
const Processor& ThisProcessor();

// The instructions that oneDNN uses.
struct Instructions {
  std::string name;
  bool fast_bf16 = false;
};

// From the result of dnnl_get_effective_cpu_isa(), whose bits are part of oneDNN's interface.
Instructions InstructionsOf(unsigned effective_isa);

// For a LibTorch that contains oneDNN but exports none of its functions: from the processor's
// features and the value of ONEDNN_MAX_CPU_ISA ("" if not set).
Instructions InstructionsWithin(bool processor_has_bf16, std::string_view limit);

}  // namespace kvintet::network
