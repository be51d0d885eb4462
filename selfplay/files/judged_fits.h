// ReadFits: reads the measured results of a model in variants that it was not trained on.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "proto/fits.pb.h"

namespace kvintet::selfplay {

// Suffix of such files: NAME.fits.textproto, beside NAME.model.
inline constexpr char kFitsSuffix[] = ".fits.textproto";

// Completes each `game` with all its options. InvalidArgument, naming the file, if it cannot be
// parsed, a variant cannot be made or an interval is missing; errors of reading the file.
absl::StatusOr<Fits> ReadFits(const std::string& path);

}  // namespace kvintet::selfplay
