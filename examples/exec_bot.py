#!/usr/bin/env python3
# exec_bot: a short external agent: `--a "exec:python3 examples/exec_bot.py"`.
#
# For each decision the arena sends a JSON line: {"game", "seat", "record", "time_ms"}. The bot asks
# for the legal moves with the line `legal` and answers with one of them, chosen at random.
import json
import random
import sys

dice = random.Random(1)
for line in sys.stdin:
    request = json.loads(line)
    print("legal", flush=True)
    legal = json.loads(sys.stdin.readline())["legal"]
    print(dice.choice(legal), flush=True)
