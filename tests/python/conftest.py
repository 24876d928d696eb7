"""The tests of the package `arbiter`, run by ctest with Debian's Python; PYTHONPATH names the built package."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(str(Path(__file__).parents[2] / "build" / "hypothesis"))

# The same examples in every run, and no example fails because the machine is busy.
settings.register_profile(
    "repeatable", derandomize=True, database=None, deadline=None, max_examples=50, suppress_health_check=list(HealthCheck)
)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).parents[2]


@pytest.fixture(scope="session")
def program() -> str:
    return os.environ["ARBITER_PROGRAM"]
