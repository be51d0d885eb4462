// FindMovedSetting: finds a setting that moved into a member of a oneof by its earlier name.
#pragma once

#include <string>

#include <google/protobuf/descriptor.h>

namespace kvintet {

// The field of `member`, the message of a oneof's member, that had this name outside the oneof
// (`was_outside` in proto/options.proto). Null if there is none.
const google::protobuf::FieldDescriptor* FindMovedSetting(
    const google::protobuf::Descriptor& member, const std::string& name);

}  // namespace kvintet
