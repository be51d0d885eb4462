// Queries the dynamic linker, since the library is chosen when the program is loaded.
#include "training/network/tower/blas.h"

#include <dlfcn.h>

#include <cctype>
#include <cstdlib>
#include <memory>

#include "base/reports/log.h"

namespace kvintet::network {
namespace {

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
