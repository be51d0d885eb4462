// Failure: why a call failed, as a page can show it.
import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "./generated/kvintet_api/v1/error_pb.js";

export interface Failure {
  // A reason of docs/errors.md, or the status code's name where there is no reason.
  reason: string;
  // The field of the request that is to blame; empty: none.
  field: string;
  // For people, in English.
  text: string;
  // The server could not be reached, or asks to try again.
  passing: boolean;
}

// The type names that the service gives to details; its own messages have the same form.
const infoType = "google.rpc.ErrorInfo";
const fieldType = "google.rpc.BadRequest";
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

function detailOf<Desc extends DescMessage>(error: ConnectError, type: string, schema: Desc) {
  const found = error.details.find((detail) => "type" in detail && detail.type === type);
  return found && "type" in found ? fromBinary(schema, found.value) : undefined;
}

const reasonIn = (error: ConnectError): string =>
  detailOf(error, infoType, ErrorInfoSchema)?.reason ?? "";

const fieldIn = (error: ConnectError): string =>
  detailOf(error, fieldType, BadRequestSchema)?.fieldViolations[0]?.field ?? "";

export function failureOf(error: unknown): Failure {
  const known = ConnectError.from(error);
  return {
    reason: reasonIn(known) || Code[known.code] || "Unknown",
    field: fieldIn(known),
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
