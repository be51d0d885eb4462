// The extension kvintet._core.
#include <nanobind/nanobind.h>

#include "python/extension/bindings.h"

NB_MODULE(_core, module) {
  module.doc() = "The C++ part of kvintet; import kvintet instead.";
#ifdef __AVX2__
  if (!__builtin_cpu_supports("avx2")) {
    PyErr_SetString(PyExc_ImportError,
                    "kvintet was built for processors with AVX2, and this one has none; build it "
                    "from source with --config-settings=cmake.define.KVINTET_ARCH=x86-64");
    throw nanobind::python_error();
  }
#endif
  kvintet::python::BindGame(&module);
  kvintet::python::BindView(&module);
  kvintet::python::BindPlaythrough(&module);
  kvintet::python::BindPool(&module);
  kvintet::python::BindVersus(&module);
  kvintet::python::BindSettings(&module);
  kvintet::python::BindRecord(&module);
  kvintet::python::BindRecordFiles(&module);
  kvintet::python::BindSelfPlay(&module);
  kvintet::python::BindSearcher(&module);
  kvintet::python::BindExactSolver(&module);
}
