#!/usr/bin/env python3
# ask: a short client of the service: `ask.py 127.0.0.1:50051 "renju; 0 h8; 0 i9"`.
#
# Asks for a move in the position after a record. protoc generates the imported modules from the
# schemas, as it does for other languages (examples/README.md has the command).
import sys

import grpc
from kvintet_api.v1 import analysis_pb2, analysis_pb2_grpc

address, record = sys.argv[1:]
with grpc.insecure_channel(address) as channel:
    analysis = analysis_pb2_grpc.AnalysisServiceStub(channel)
    request = analysis_pb2.ChooseMoveRequest(simulations=64)
    request.state.record = record
    answer = analysis.ChooseMove(request, timeout=30)
print(f"{answer.move}, by {answer.evaluations} evaluations")
for candidate in answer.candidates[:5]:
    print(f"  {candidate.action}: {candidate.visits} visits, value {candidate.value:+.3f}")
