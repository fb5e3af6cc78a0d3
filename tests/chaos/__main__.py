"""`python -m tests.chaos --kills N --seed S` kills the bot N times and prints what was lost."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

from tests.chaos.campaign import Campaign, plans, read_plan
from tests.chaos.scripts import SCRIPTS
from tests.chaos.verdict import KINDS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=1_000, help="how often at least")
    parser.add_argument("--seed", type=int, default=1, help="what chance is drawn from")
    parser.add_argument(
        "--script", choices=SCRIPTS, nargs="+", default=tuple(SCRIPTS), help="what is played"
    )
    parser.add_argument("--only", metavar="PLAN", help="one plan that a run has named")
    options = parser.parse_args()
    chosen = plans(options.seed, options.script)
    if options.only is not None:
        chosen = iter([read_plan(options.only)])
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Path(folder), options.seed)
        result = asyncio.run(campaign.run(chosen, options.kills))
    print(json.dumps(result))
    return int(any(result[kind] for kind in KINDS))


if __name__ == "__main__":
    sys.exit(main())
