// Queries the dynamic linker, since the library is chosen when the program is loaded.
#include "training/network/tower/blas.h"

#include <dlfcn.h>

#include <cctype>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "base/reports/log.h"

namespace kvintet::network {
namespace {

constexpr const char* kKernels = "OPENBLAS_CORETYPE";

// The file in which the dynamic linker found a function, with links resolved; "" if unknown.
std::string FileOf(void* function) {
  Dl_info info = {};
  if (function == nullptr || dladdr(function, &info) == 0 || info.dli_fname == nullptr) {
    return "";
  }
  const std::unique_ptr<char, decltype(&std::free)> path(realpath(info.dli_fname, nullptr),
                                                         &std::free);
  return path == nullptr ? info.dli_fname : path.get();
}

template <typename Function>
Function* Find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

std::string TrimEnd(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.pop_back();
  }
  return text;
}

// Kernels for which this processor is good enough; "" if it has not even AVX2.
const char* BestKernels() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    return "SKYLAKEX";
  }
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "HASWELL" : "";
}

// On a processor that is newer than itself OpenBLAS falls back to "Prescott", kernels of 2004 that
// are four times slower. OpenBLAS has no function that selects others, so it is initialised again.
// OPENBLAS_CORETYPE, if the user has set it, is left alone. No other thread may use OpenBLAS yet.
void UseKernelsOfThisProcessor() {
  auto* const chosen = Find<char*()>("openblas_get_corename");
  auto* const forget = Find<void()>("gotoblas_dynamic_quit");
  auto* const choose = Find<void()>("gotoblas_dynamic_init");
  const std::string best = BestKernels();
  if (chosen == nullptr || forget == nullptr || choose == nullptr || best.empty() ||
      std::string_view(chosen()) != "Prescott" || std::getenv(kKernels) != nullptr) {
    return;
  }
  setenv(kKernels, best.c_str(), 0);
  forget();
  choose();
  unsetenv(kKernels);
}

BlasInfo FindBlas() {
  BlasInfo info{FileOf(dlsym(RTLD_DEFAULT, "sgemm_")), false};
  info.is_openblas = info.name.find("openblas") != std::string::npos;
  if (!info.is_openblas) {
    info.name = info.name.empty() ? "a library inside LibTorch" : info.name;
    LogWarning("network", "linear algebra is not OpenBLAS", {{"library", info.name}});
    return info;
  }
  if (auto* const set_threads = Find<void(int)>("openblas_set_num_threads")) {
    set_threads(1);
  }
  UseKernelsOfThisProcessor();
  if (auto* const describe = Find<char*()>("openblas_get_config")) {
    info.name = TrimEnd(describe());
  }
  LogInfo("network", "linear algebra", {{"library", info.name}});
  return info;
}

}  // namespace

const BlasInfo& Blas() {
  static const BlasInfo kInfo = FindBlas();
  return kInfo;
}

}  // namespace kvintet::network
