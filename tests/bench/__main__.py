"""`python -m tests.bench WHAT` measures and prints one line of JSON."""

from __future__ import annotations

import argparse
import json
import sys

from tests.bench import engine, series, service
from tests.data import NO_DATA, data_folder

MEASURES = {"engine": engine, "service": service, "series": series}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    measures = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, module in MEASURES.items():
        measure = measures.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_options(measure)
    options = parser.parse_args()
    folder = data_folder()
    if folder is None:
        print(NO_DATA, file=sys.stderr)
        return 2
    print(json.dumps(MEASURES[options.what].measure(folder, options)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
