#!/usr/bin/env python3
"""An agent in Python: arbiter calls it as the player `stdio:python3 examples/agent.py`.

Each line on standard input is a request, each line on standard output an answer: a move in any
notation, or an action. This one plays at random; replace `choose` by something that thinks.
"""

import json
import random
import sys


def choose(request):
    for refusal in request["refusals"]:
        print(refusal["answer"], refusal["rejection"]["sentence"], file=sys.stderr)
    if request["legal"]:
        return {"move": random.choice(request["legal"])}
    return {"action": "roll"}  # backgammon, before the dice


for line in sys.stdin:
    print(json.dumps(choose(json.loads(line))), flush=True)
