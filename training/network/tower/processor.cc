// Identifies the processor and the instructions that oneDNN uses.
#include "training/network/tower/processor.h"

#include <dlfcn.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include <ATen/Context.h>

#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

namespace kvintet::network {
namespace {

struct NamedIsa {
  unsigned isa;
  std::string_view name;
};

// The names are the values of ONEDNN_MAX_CPU_ISA. Those of AMX differ between versions of oneDNN.
constexpr std::array<NamedIsa, 12> kIsas = {{{0x1, "SSE41"},
                                             {0x3, "AVX"},
                                             {0x7, "AVX2"},
                                             {0xf, "AVX2_VNNI"},
                                             {0x1f, "AVX2_VNNI_2"},
                                             {0x27, "AVX512_CORE"},
                                             {0x67, "AVX512_CORE_VNNI"},
                                             {0xe7, "AVX512_CORE_BF16"},
                                             {0x1ef, "AVX512_CORE_FP16"},
                                             {0x3e7, "AVX512_CORE_AMX"},
                                             {0xfef, "AVX512_CORE_AMX"},
                                             {0x1fef, "AVX512_CORE_AMX_FP16"}}};
// The bits common to all instruction sets that multiply bf16.
constexpr unsigned kBf16 = 0xe7;

// oneDNN reads the first of these variables that is set.
std::string Limit() {
  for (const char* const variable : {"ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA"}) {
    if (const char* const value = std::getenv(variable); value != nullptr) {
      return value;
    }
  }
  return "";
}

#if defined(__x86_64__)
bool HasBf16() { return __builtin_cpu_supports("avx512bf16") != 0; }

std::string Kind() {
  std::array<unsigned, 4> maker = {};
  std::array<unsigned, 4> model = {};
  __get_cpuid(0, &maker[0], &maker[1], &maker[3], &maker[2]);
  __get_cpuid(1, &model[0], &model[1], &model[2], &model[3]);
  // Three leaves of 16 characters each, and a terminating zero.
  std::array<char, 49> name = {};
  for (unsigned leaf = 0; leaf < 3; ++leaf) {
    std::array<unsigned, 4> part = {};
    __get_cpuid(0x80000002 + leaf, &part[0], &part[1], &part[2], &part[3]);
    std::memcpy(&name[size_t{16} * leaf], part.data(), 16);
  }
  const std::string letters(reinterpret_cast<const char*>(&maker[1]), 12);
  const std::string text = absl::StrFormat("%s %x %s", letters, model[0], name.data());
  return std::string(absl::StripAsciiWhitespace(text));
}
#else
bool HasBf16() { return false; }
std::string Kind() { return "not x86-64"; }
#endif

Instructions LibraryInstructions() {
  if (!at::hasMKLDNN()) {
    return {"no oneDNN", false};
  }
  // LibTorch links oneDNN into the program; its headers may be missing.
  using Function = int();
  auto* const effective =
      reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, "dnnl_get_effective_cpu_isa"));
  return effective != nullptr ? InstructionsOf(static_cast<unsigned>(effective()))
                              : InstructionsWithin(HasBf16(), Limit());
}

Processor FindProcessor() {
  const Instructions instructions = LibraryInstructions();
  return {Kind(), instructions.name, instructions.fast_bf16};
}

}  // namespace

const Processor& ThisProcessor() {
  static const Processor kProcessor = FindProcessor();
  return kProcessor;
}

Instructions InstructionsOf(unsigned effective_isa) {
  const auto* const known = std::ranges::find(kIsas, effective_isa, &NamedIsa::isa);
  return {known != kIsas.end() ? std::string(known->name)
                               : absl::StrFormat("instructions 0x%x", effective_isa),
          (effective_isa & kBf16) == kBf16};
}

Instructions InstructionsWithin(bool processor_has_bf16, std::string_view limit) {
  const std::string upper = absl::AsciiStrToUpper(absl::string_view(limit.data(), limit.size()));
  const auto* const named = std::ranges::find(kIsas, std::string_view(upper), &NamedIsa::name);
  if (named != kIsas.end() && (named->isa & kBf16) != kBf16) {
    return {absl::StrCat("at most ", upper), false};
  }
  return {processor_has_bf16 ? "bf16 units" : "no bf16 units", processor_has_bf16};
}

}  // namespace kvintet::network
