"""`python -m tests.fuzz --count N --seed S` carries out N asks and prints one line of JSON."""

from __future__ import annotations

import argparse
import json
import sys
import time

from tests.fuzz.ground import Harm
from tests.fuzz.run import run


def main() -> int:
    """Return 1 when an ask did harm, having said which."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()
    said: dict[str, object] = {"count": options.count, "seed": options.seed, "harm": 0}
    try:
        said |= run(options.count, options.seed)
    except Harm as harm:
        notes = "\n".join(getattr(harm, "__notes__", ()))
        print(f"{harm}\n{notes}", file=sys.stderr)
        said["harm"] = 1
    said["seconds"] = round(time.monotonic() - begun)
    print(json.dumps(said))
    return int(bool(said["harm"]))


if __name__ == "__main__":
    sys.exit(main())
