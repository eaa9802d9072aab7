"""What the README and the reference show is read by the tool as it stands there."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import fastjsonschema
import pytest

from vassal_supply.kit import KitFiles, parse_kit
from vassal_supply.maker import lint
from vassal_supply.resources import example_folder, template
from vassal_supply.supply import parse_rulebook

ROOT = Path(__file__).resolve().parents[2]
PAGES = {"README.md": ROOT / "README.md", "reference": template("README.md")}
BLOCK = re.compile(r"<!-- (\w+)\.toml -->\n```toml\n(.*?)\n```", re.DOTALL)


def blocks(page):
    found = dict(BLOCK.findall(PAGES[page].read_text(encoding="utf-8")))
    assert found.keys() == {"kit", "map", "rulebook"}
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_example_fits_its_schema(page):
    for name, text in blocks(page).items():
        schema = json.loads(
            (template("schema") / f"{name}.schema.json").read_text(encoding="utf-8")
        )
        fastjsonschema.compile(schema)(tomllib.loads(text))


@pytest.mark.parametrize("page", PAGES)
def test_every_example_is_read(page):
    found = {f"{name}.toml": text.encode() for name, text in blocks(page).items()}
    assert parse_kit(KitFiles("kit", found)).marks
    assert parse_rulebook(tomllib.loads(found["rulebook.toml"].decode())).lines


def test_the_complete_small_kit_works_on_the_example(tmp_path):
    for name, text in blocks("README.md").items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    example = example_folder()
    findings = lint(tmp_path, example / "encirclement.vmod", example / "encirclement.vsav")
    assert [str(one) for one in findings if one.level == "error"] == []


def test_the_reference_leaves_out_no_key():
    """Every key of the schemas stands in the reference's examples or text."""
    text = PAGES["reference"].read_text(encoding="utf-8")

    def keys(schema):
        if isinstance(schema, dict):
            yield from schema.get("properties", {})
            for value in schema.values():
                yield from keys(value)
        elif isinstance(schema, list):
            for value in schema:
                yield from keys(value)

    wanted = {
        key
        for path in template("schema").glob("*.json")
        for key in keys(json.loads(path.read_text(encoding="utf-8")))
    }
    assert {key for key in wanted if not re.search(rf"\b{key}\b", text)} == set()
