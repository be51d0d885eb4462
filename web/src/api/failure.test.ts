import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { failureOf, isLasting } from "./failure.js";
import { BadRequestSchema, ErrorInfoSchema } from "./generated/kvintet_api/v1/error_pb.js";

const info = toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason: "NO_MATCHES" }));

// An error as it arrives: its details are bytes.
function sent(code: Code, explained: boolean): ConnectError {
  const error = new ConnectError("", code);
  if (explained) error.details = [{ type: "google.rpc.ErrorInfo", value: info }];
  return error;
}

test.each([
  [Code.NotFound, false, true],
  [Code.Unauthenticated, false, true],
  [Code.FailedPrecondition, true, true],
  [Code.InvalidArgument, true, true],
  // The connection ended within a message.
  [Code.InvalidArgument, false, false],
  [Code.Unavailable, true, false],
  [Code.ResourceExhausted, true, false],
  [Code.Unknown, false, false],
])("code %s, explained: %s; trying again is of no use: %s", (code, explained, lasting) => {
  expect(isLasting(sent(code, explained))).toBe(lasting);
});

test("a failure names the field that is to blame, if there is one", () => {
  const error = sent(Code.Unauthenticated, true);
  expect(failureOf(error)).toMatchObject({ reason: "NO_MATCHES", field: "" });
  const blamed = create(BadRequestSchema, { fieldViolations: [{ field: "token" }] });
  const value = toBinary(BadRequestSchema, blamed);
  error.details = [...error.details, { type: "google.rpc.BadRequest", value }];
  expect(failureOf(error)).toMatchObject({ reason: "NO_MATCHES", field: "token" });
});
