// KVINTET_UNARY_METHOD: overrides a unary method of a generated service.
#pragma once

#include "serving/calls/call.h"

// Overrides `method` of `service` in a class with a member `Start`. Start gets the arrived call,
// the request and the response, and usually passes them to StartCall. Both names are those of the
// schema, from which the full name of the method follows.
#define KVINTET_UNARY_METHOD(service, method)                                                     \
  grpc::ServerUnaryReactor* method(grpc::CallbackServerContext* call,                             \
                                   const v1::method##Request* request,                            \
                                   v1::method##Response* response) override {                     \
    return Start(IncomingCall{call, "kvintet.v1." #service "/" #method, request->ByteSizeLong()}, \
                 request, response);                                                              \
  }
