#!/usr/bin/env python3
# exec_bot: an outside agent in a screenful: `--a "exec:python3 examples/exec_bot.py"`.
#
# For each decision one JSON line comes in: {"game", "seat", "record", "time_ms"}. We ask for the
# legal moves by the line `legal`, and answer with the text of one. A real bot would think here.
import json
import random
import sys

dice = random.Random(1)
for line in sys.stdin:
    request = json.loads(line)
    print("legal", flush=True)
    legal = json.loads(sys.stdin.readline())["legal"]
    print(dice.choice(legal), flush=True)
