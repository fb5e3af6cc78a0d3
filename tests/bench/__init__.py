"""Measurements, each printed as one line of JSON; `python -m tests.bench --help` lists them."""
