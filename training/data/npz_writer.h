// NpzWriter: writes arrays for numpy to one .npz file, piece by piece.
//
// The file is a ZIP archive (with 64-bit sizes) of deflated .npy files. The same pieces give the
// same bytes with the same version of zlib. Data is buffered in unnamed temporary files beside the
// target, so memory use does not grow with the arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace kvintet::training {

// One array, row-major.
struct NpyArray {
  std::string name;
  // As numpy writes it: "|u1", "<f4", "<i8", "|b1", "|S64".
  std::string type;
  std::vector<int64_t> shape;
};

class NpzWriter {
 public:
  // Finish creates the file at `path` and replaces an existing one.
  explicit NpzWriter(std::string path);
  ~NpzWriter();
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;

  // Begins an array. Arrays are numbered from 0. REQUIRES: names differ.
  absl::Status AddArray(const NpyArray& array);
  // The next values of an array, little-endian.
  absl::Status Append(size_t array, std::span<const std::byte> values);
  // REQUIRES: each array has received all its values. Nothing may be called afterwards.
  absl::Status Finish();

 private:
  class Member;

  const std::string path_;
  const std::string temporary_;
  std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace kvintet::training
