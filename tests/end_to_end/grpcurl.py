# grpcurl: the part of grpcurl that docs/requests.md uses, for machines without it.
#
# usage: grpcurl.py -plaintext -d JSON ADDRESS SERVICE/METHOD
#
# Learns the schemas by server reflection, as grpcurl does, sends the request and prints the answer
# as JSON.
import sys

import grpc
from google.protobuf import json_format

from public_client import TIMEOUT, PublicClient


def main(arguments):
    """Sends one request; returns the exit code."""
    plain, data, body, address, method = arguments
    if (plain, data) != ("-plaintext", "-d"):
        print("wanted -plaintext -d JSON ADDRESS SERVICE/METHOD", file=sys.stderr)
        return 2
    service, name = method.split("/")
    client = PublicClient(address)
    client.learn(service)
    found = client.pool.FindServiceByName(service).FindMethodByName(name)
    request = json_format.Parse(body, client.message(found.input_type.full_name)())
    response = client.message(found.output_type.full_name)
    try:
        answer = client.unary("/" + method, type(request), response)(request, timeout=TIMEOUT)
    except grpc.RpcError as error:
        print(error.code(), error.details(), file=sys.stderr)
        return 1
    print(json_format.MessageToJson(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
