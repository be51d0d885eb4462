# kvintet_torch: LibTorch with OpenBLAS, for training/network/ only.
#
# Accepts LibTorch 1.13 or newer, found through its package (CMAKE_PREFIX_PATH) or KVINTET_LIBTORCH.
set(KVINTET_LIBTORCH "" CACHE PATH
    "A LibTorch folder (lib/, include/) to link without its CMake package, which needs nvcc")

add_library(kvintet_torch INTERFACE)
if(KVINTET_LIBTORCH)
  file(GLOB torch_cuda_libraries ${KVINTET_LIBTORCH}/lib/libtorch_cuda.so
                                 ${KVINTET_LIBTORCH}/lib/libc10_cuda.so)
  # Python's LibTorch comes with Protobuf's headers of another version, which must not be found
  # before those that Kvintet is built with. So the build sees links to the other headers.
  set(torch_include ${PROJECT_BINARY_DIR}/libtorch/include)
  file(REMOVE_RECURSE ${torch_include})
  file(MAKE_DIRECTORY ${torch_include})
  file(GLOB headers LIST_DIRECTORIES true RELATIVE ${KVINTET_LIBTORCH}/include
       ${KVINTET_LIBTORCH}/include/*)
  list(REMOVE_ITEM headers google)
  foreach(header IN LISTS headers)
    file(CREATE_LINK ${KVINTET_LIBTORCH}/include/${header} ${torch_include}/${header} SYMBOLIC)
  endforeach()
  target_include_directories(kvintet_torch SYSTEM INTERFACE
    $<BUILD_INTERFACE:${torch_include}> $<BUILD_INTERFACE:${torch_include}/torch/csrc/api/include>)
  # The CUDA libraries register themselves when loaded: nothing refers to their symbols.
  target_link_libraries(kvintet_torch INTERFACE
    -Wl,--no-as-needed ${KVINTET_LIBTORCH}/lib/libtorch.so ${KVINTET_LIBTORCH}/lib/libtorch_cpu.so
    ${KVINTET_LIBTORCH}/lib/libc10.so ${torch_cuda_libraries} -Wl,--as-needed
    -Wl,-rpath,${KVINTET_LIBTORCH}/lib)
  message(STATUS "LibTorch: ${KVINTET_LIBTORCH}")
else()
  find_package(Torch 1.13 REQUIRED)
  if(TORCH_CXX_FLAGS MATCHES "_GLIBCXX_USE_CXX11_ABI=0")
    message(FATAL_ERROR "this LibTorch is built for the old C++ ABI; use one for the cxx11 ABI")
  endif()
  # OpenBLAS is linked before LibTorch, so that LibTorch uses it whatever libblas.so.3 points to.
  find_library(KVINTET_OPENBLAS openblas)
  if(KVINTET_OPENBLAS)
    target_link_libraries(kvintet_torch INTERFACE
      -Wl,--no-as-needed ${KVINTET_OPENBLAS} -Wl,--as-needed)
  else()
    message(WARNING "OpenBLAS not found: LibTorch uses the BLAS it was built with")
  endif()
  target_link_libraries(kvintet_torch INTERFACE ${TORCH_LIBRARIES})
  set(torch_include ${TORCH_INCLUDE_DIRS})
  message(STATUS "LibTorch: ${Torch_VERSION}, OpenBLAS: ${KVINTET_OPENBLAS}")
endif()

# Processes that learn together communicate through LibTorch's c10d with Gloo. Its headers include
# Gloo's, which must be of the version that this LibTorch was built with, so only headers beside
# LibTorch's own are accepted.
find_path(KVINTET_GLOO NAMES gloo/algorithm.h PATHS ${torch_include} NO_DEFAULT_PATH
          DOC "Where Gloo's headers are")
find_path(KVINTET_C10D NAMES torch/csrc/distributed/c10d/ProcessGroupGloo.hpp
          PATHS ${torch_include} NO_DEFAULT_PATH DOC "Where c10d's headers are")
mark_as_advanced(KVINTET_GLOO KVINTET_C10D)
if(NOT KVINTET_GLOO OR NOT KVINTET_C10D)
  message(STATUS "LibTorch: no headers of c10d and Gloo (Debian: libgloo-dev): learner.ranks "
                 "above 1 will be refused")
endif()
