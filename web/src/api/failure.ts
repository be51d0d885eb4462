// Failure: why a call failed, as a page can show it.
import { fromBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "./generated/kvintet_api/v1/error_pb.js";

export interface Failure {
  // A reason of docs/errors.md, or the status code's name where there is no reason.
  reason: string;
  // For people, in English.
  text: string;
  // The server could not be reached, or asks to try again.
  passing: boolean;
}

// The type name that the service gives to its reasons; ErrorInfo has the same form.
const infoType = "google.rpc.ErrorInfo";
const passingCodes = [
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.ResourceExhausted,
  Code.Unknown,
];

// Trying again does not help with these, whoever has answered.
const lastingCodes = [
  Code.NotFound,
  Code.Unauthenticated,
  Code.PermissionDenied,
  Code.Unimplemented,
];
// Nor with these if the service gives a reason. Without one, a connection ended within a message.
const explainedCodes = [Code.InvalidArgument, Code.FailedPrecondition, Code.DataLoss];

function reasonIn(error: ConnectError): string {
  for (const detail of error.details) {
    if ("type" in detail && detail.type === infoType) {
      return fromBinary(ErrorInfoSchema, detail.value).reason;
    }
  }
  return "";
}

export function failureOf(error: unknown): Failure {
  const known = ConnectError.from(error);
  return {
    reason: reasonIn(known) || Code[known.code] || "Unknown",
    text: known.rawMessage,
    passing: passingCodes.includes(known.code),
  };
}

// Whether trying again would not help.
export function isLasting(error: unknown): boolean {
  const known = ConnectError.from(error);
  if (lastingCodes.includes(known.code)) return true;
  return explainedCodes.includes(known.code) && reasonIn(known) !== "";
}

export const isCancelled = (error: unknown): boolean =>
  ConnectError.from(error).code === Code.Canceled;
