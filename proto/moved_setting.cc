// FindMovedSetting: see the header.
#include "proto/moved_setting.h"

#include "proto/options.pb.h"

namespace kvintet {

const google::protobuf::FieldDescriptor* FindMovedSetting(
    const google::protobuf::Descriptor& member, const std::string& name) {
  for (int i = 0; i < member.field_count(); ++i) {
    if (member.field(i)->options().GetExtension(was_outside) == name) {
      return member.field(i);
    }
  }
  return member.FindFieldByName(name);
}

}  // namespace kvintet
