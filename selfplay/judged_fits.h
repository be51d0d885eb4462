// ReadFits: how a model was found to play variants that it was not trained on, from a file.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "proto/fits.pb.h"

namespace kvintet::selfplay {

// What such files are called: NAME.fits.textproto, beside NAME.model.
inline constexpr char kFitsSuffix[] = ".fits.textproto";

// Each `game` has every option then. InvalidArgument, naming the file, for what is none, or has a
// variant that cannot be made or without an interval; errors of the file.
absl::StatusOr<Fits> ReadFits(const std::string& path);

}  // namespace kvintet::selfplay
