// Compress, Decompress: use the simple interface of libzstd.
#include "base/files/zstd_frame.h"

#include <zstd.h>

#include <cstddef>
#include <memory>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>

#include "base/check.h"

namespace kvintet {

std::string Compress(absl::string_view bytes, int level) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     &ZSTD_freeCCtx);
  KVINTET_CHECK(context != nullptr);
  KVINTET_CHECK(!ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1)));
  KVINTET_CHECK(
      !ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level)));
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size =
      ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
  // Cannot fail: the buffer has the size of the bound, and the parameters are valid.
  KVINTET_CHECK(!ZSTD_isError(size));
  frame.resize(size);
  return frame;
}

absl::StatusOr<std::string> Decompress(absl::string_view frame, size_t max_size) {
  const unsigned long long declared = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (declared == ZSTD_CONTENTSIZE_ERROR || declared == ZSTD_CONTENTSIZE_UNKNOWN) {
    return absl::DataLossError(
        absl::StrCat("wanted a zstd frame with its size, found ", frame.size(), " other bytes"));
  }
  if (declared > max_size) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "wanted at most ", max_size, " bytes in a zstd frame, it declares ", declared));
  }
  const size_t frame_size = ZSTD_findFrameCompressedSize(frame.data(), frame.size());
  if (ZSTD_isError(frame_size)) {
    return absl::DataLossError(absl::StrCat("damaged zstd frame: ", ZSTD_getErrorName(frame_size)));
  }
  if (frame_size != frame.size()) {
    return absl::DataLossError(absl::StrCat("wanted one zstd frame of ", frame_size,
                                            " bytes, found ", frame.size(), " bytes"));
  }
  std::string bytes(static_cast<size_t>(declared), '\0');
  const size_t size = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(size)) {
    return absl::DataLossError(absl::StrCat("damaged zstd frame: ", ZSTD_getErrorName(size)));
  }
  if (size != bytes.size()) {
    return absl::DataLossError(
        absl::StrCat("wanted ", declared, " bytes in a zstd frame, found ", size));
  }
  return bytes;
}

}  // namespace kvintet
