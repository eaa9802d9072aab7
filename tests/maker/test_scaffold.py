"""``kit new``: a kit out of what a module shows."""

from __future__ import annotations

import gzip
import json
import shutil
import tomllib

import fastjsonschema
import pytest

from tests.kit.world import MAPS
from tests.kit.world import module as world
from tests.vassal.modules import write_module
from vassal_supply.errors import RequestError, WriteError
from vassal_supply.kit import KitFiles, build_map, parse_kit, read_situation
from vassal_supply.maker import lint, scaffold
from vassal_supply.resources import example_folder
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.save import Save

CORPUS = {
    "trc": "campaign.vsav",
    "a3r": "1939.vsav",
    "tld": "0606-1.log",
    "pog": "historical.vsav",
    "kassala": "default-setup.vsav",
    "ragnarok": "start.vsav",
}


@pytest.fixture(scope="session")
def made(corpus, tmp_path_factory):
    """The kit of a corpus module, made once."""
    folder = tmp_path_factory.mktemp("kits")

    def make(game):
        if not (folder / game).exists():
            scaffold(Module.read(corpus / game / "module.vmod")).write(folder / game)
        return folder / game

    return make


@pytest.mark.parametrize("game", CORPUS)
def test_every_module_gets_a_kit_without_errors(corpus, made, game):
    folder, module = made(game), corpus / game / "module.vmod"
    for save in (None, corpus / game / CORPUS[game]):
        found = lint(folder, module, save)
        assert [str(one) for one in found if one.level == "error"] == []
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.toml")]
    assert sum(text.count("# guess: ") for text in texts) >= 5


@pytest.mark.parametrize("game", CORPUS)
def test_an_editor_finds_the_schemas_and_sees_no_fault(made, game):
    for path in made(game).glob("*.toml"):
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        schema = made(game) / first.removeprefix("#:schema ")
        check = fastjsonschema.compile(json.loads(schema.read_text(encoding="utf-8")))
        check(tomllib.loads(rest))
    assert set(KitFiles.from_folder(made(game)).files) == {"kit.toml", "map.toml", "rulebook.toml"}


def units(corpus, made, game):
    kit = parse_kit(KitFiles.from_folder(made(game)))
    module = Module.read(corpus / game / "module.vmod")
    save = Save.read(corpus / game / CORPUS[game])
    built = build_map(save.boards, module, kit)
    return kit, read_situation(save, module, kit, built=built).units


def seen_by_engine(corpus, game, map_name):
    """The names of the pieces that the real engine puts on a map."""
    path = corpus / game / (CORPUS[game].partition(".")[0] + ".engine.json.gz")
    dump = json.loads(gzip.decompress(path.read_bytes()))
    return {one["id"]: one["name"] for one in dump["pieces"] if one["map"] == map_name}


def test_marks_show_whose_units_are(corpus, made):
    kit, found = units(corpus, made, "trc")
    names = seen_by_engine(corpus, "trc", "TRC Map")
    assert set(kit.sides) == {"Axis", "Soviet"}
    theirs = ("ru-", "Worker-", "Stalin", "Stavka")
    soviet = {id for id, name in names.items() if name.startswith(theirs)}
    assert {one.id for one in found if one.side == "Soviet"} == soviet
    # Hitler stands off the board, and is no unit.
    assert {one.id for one in found if one.side == "Axis"} == {
        id for id, name in names.items() if id not in soviet and name != "Hitler"
    }


def test_names_show_whose_units_are(corpus, made):
    kit, found = units(corpus, made, "kassala")
    names = seen_by_engine(corpus, "kassala", "Main Map")
    assert set(kit.sides) == {"Moslem", "Christian"}
    assert {one.id: one.side for one in found} == {
        id: name.partition("_")[0] for id, name in names.items()
    }


def test_palettes_show_whose_units_are(corpus, made):
    kit, found = units(corpus, made, "tld")
    assert kit.sides == {"Allies": ("American", "British"), "Germans": ("German",)}
    assert {one.nation for one in found} <= {"American", "British", "German"}
    assert len(found) > 350
    kit, found = units(corpus, made, "a3r")
    assert set(kit.sides) == {"Britain", "France", "Germany", "Italy", "Russia", "US"}
    assert {one.kind for one in found} >= {"unit", "air", "naval"}


def test_nations_go_to_the_side_most_of_their_counters_have(made):
    kit = parse_kit(KitFiles.from_folder(made("pog")))
    assert set(kit.sides["CP"]) >= {"GE", "AH", "TU", "BU"}
    assert set(kit.sides["AP"]) >= {"BR", "FR", "RU", "IT", "US", "SB"}
    assert kit.players == {"AP": ("Allied Powers",), "CP": ("Central Powers",)}
    assert "Near East" in kit.maps[0].spaces
    assert "Reserve" not in kit.maps[0].spaces


def test_supply_layers_and_counters_are_found(made):
    [mark] = parse_kit(KitFiles.from_folder(made("trc"))).marks
    assert (mark.trait, mark.name, mark.shows) == ("layer", "Supply", {"full": "1", "out": "2"})
    [mark] = parse_kit(KitFiles.from_folder(made("a3r"))).marks
    assert (mark.trait, mark.shows) == ("marker", {"out": "Isolated"})
    [mark] = parse_kit(KitFiles.from_folder(made("pog"))).marks
    assert (mark.trait, mark.shows) == ("marker", {"out": "OOS AP"})


def test_areas_get_their_nearest_neighbours(made):
    data = tomllib.loads((made("pog") / "map.toml").read_text(encoding="utf-8"))
    pairs = {(one, other) for one, others in data["neighbours"].items() for other in others.split()}
    assert {("Paris", "Amiens"), ("Amiens", "Paris")} & pairs
    assert not {("Paris", "Vienna"), ("Vienna", "Paris")} & pairs


def test_the_example_would_be_read_as_it_is(tmp_path):
    """Sides, kinds and the supply layer of the bundled example are found by their marks."""
    scaffold(Module.read(example_folder() / "encirclement.vmod")).write(tmp_path / "kit")
    kit = parse_kit(KitFiles.from_folder(tmp_path / "kit"))
    assert kit.sides == {"Red": ("Vostra",), "Blue": ("Norland", "Brenn")}
    assert kit.marks[0].shows == {"full": "1", "partial": "2", "out": "3"}
    assert {rule.kind.text for rule in kit.pieces if rule.role == "unit"} >= {"unit", "hq"}
    findings = lint(
        tmp_path / "kit",
        example_folder() / "encirclement.vmod",
        example_folder() / "encirclement.vsav",
    )
    assert findings.errors == 0


def test_a_module_that_shows_little(tmp_path):
    """Sides by marks that few counters have; no sides at all; no map at all."""
    scaffold(world(tmp_path)).write(tmp_path / "kit")
    kit = parse_kit(KitFiles.from_folder(tmp_path / "kit"))
    assert set(kit.sides) == {"Axis", "Soviet"}
    assert lint(tmp_path / "kit", tmp_path / "game.vmod").errors == 0
    bare = write_module(tmp_path / "bare.vmod", *MAPS, name="Bare")
    scaffold(Module.read(bare)).write(tmp_path / "bare")
    assert lint(tmp_path / "bare", bare).errors == 0
    empty = write_module(tmp_path / "empty.vmod", name="Empty")
    with pytest.raises(RequestError, match=r"empty\.vmod: has no map to play on"):
        scaffold(Module.read(empty))


def test_a_kit_that_is_there_is_not_overwritten(tmp_path):
    made = scaffold(world(tmp_path))
    made.write(tmp_path / "kit")
    (tmp_path / "kit" / "kit.toml").unlink()
    before = (tmp_path / "kit" / "map.toml").read_bytes()
    with pytest.raises(WriteError, match=r"map\.toml: is there already"):
        made.write(tmp_path / "kit")
    assert not (tmp_path / "kit" / "kit.toml").exists()
    assert (tmp_path / "kit" / "map.toml").read_bytes() == before


def test_the_command(run, tmp_path):
    shutil.copy(example_folder() / "encirclement.vmod", tmp_path / "game.vmod")
    ran = run("kit", "new", tmp_path / "game.vmod", "-o", tmp_path / "kit")
    assert ran.status == 0
    assert ran.out.startswith("Wrote kit.toml, map.toml, rulebook.toml")
    ran = run("kit", "lint", tmp_path / "kit", "--module", tmp_path / "game.vmod")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-1].startswith("0 errors, ")
    ran = run("kit", "new", tmp_path / "game.vmod", "-o", tmp_path / "kit")
    assert ran.status == 2
    assert "is there already" in ran.err
