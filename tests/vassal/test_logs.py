"""Logs replayed: each command as the engine carries it out, what a step is told to have done, whole logs' ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.engine.harness import Engine
from tests.engine.jobs import END, Game, Steps
from tests.vassal.saves import piece, save_of, stack
from vassal_supply.errors import RequestError
from vassal_supply.vassal.logs import Replay, Step
from vassal_supply.vassal.pieces import Piece, Position
from vassal_supply.vassal.save import Save
from vassal_supply.vassal.sequence import join

LAYER = "emb2;;2;;;2;;;2;;;;1;false;0;0;a,b;+ one,+ two;true;L;;;false;;1;1;true"
DECK = "deck;" + ";" * 12
LOOSE = ("immob;n;V;R;", "")
GAME = (
    piece("1", ("mark;A,B", "x,y"), (LAYER, "1"), place=("Main", 1, 1)),
    piece("2", place=("Main", 1, 1)),
    piece("3", place=("Main", 5, 5)),
    piece("4", LOOSE, place=("Main", 6, 6)),
    piece("5", place=(None, 0, 0)),
    stack("8", "1", "2", place=("Main", 1, 1)),
    f"+/9/{DECK}Draw/Main;9;9;true;5",
)
OTHERS = [
    "GlobalProperty\t;VP;3;Module",
    "TURNTurnTracker0\t0|1",
    "Main BoardPicker\tN\t0\t0",
    "NOTES\told",
]


def game(*steps: Sequence[str], pieces: Sequence[str] = GAME) -> Save:
    return save_of(pieces, OTHERS, steps)


def end_of(*leaves: str, pieces: Sequence[str] = GAME) -> Save:
    """The end of a log of one step of these commands."""
    return game(leaves, pieces=pieces).at(END)


def change(id: str, *states: str) -> str:
    """A ``D/`` command: the new state, and the old one if given."""
    return "D/" + join([id, *states], "/")


def spots(save: Save) -> dict[str, tuple[str | None, int, int]]:
    return {id: save.position(id)[:3] for id in save.pieces}


def stacks(save: Save) -> list[list[str]]:
    return sorted(held.members for held in save.stacks.values() if held.members)


# The engine's commands -------------------------------------------------------------------------------------------


def test_a_move_to_an_empty_spot_makes_a_stack() -> None:
    after = end_of("M/3/Main/7/7/null/Main/5/5/null/me")
    assert after.position("3")[:3] == ("Main", 7, 7)
    assert stacks(after) == [["1", "2"], ["3"]]
    assert after.pieces["3"].own_place == ("Main", 7, 7)


def test_a_member_moved_away_lies_alone() -> None:
    after = end_of("M/1/Main/7/7/null/Main/1/1/null/me")
    assert after.position("1") == Position("Main", 7, 7, None, None, None)
    assert stacks(after) == [["2"]]


def test_a_piece_that_does_not_stack_lies_alone() -> None:
    after = end_of("M/4/Main/1/1/null/Main/6/6/null/me")
    assert after.position("4") == Position("Main", 1, 1, None, None, None)


def test_a_move_under_a_piece_named_goes_right_above_it() -> None:
    after = end_of("M/3/Main/1/1/1/Main/5/5/null/me")
    assert stacks(after) == [["1", "3", "2"]]


def test_a_move_onto_a_stack_without_a_name_goes_to_its_bottom() -> None:
    after = end_of("M/3/Main/1/1/null/Main/5/5/null/me")
    assert stacks(after) == [["3", "1", "2"]]


def test_a_move_onto_a_lone_piece_makes_a_stack_of_both() -> None:
    assert stacks(end_of("M/1/Main/5/5/3/Main/1/1/null/me")) == [["2"], ["3", "1"]]
    assert stacks(end_of("M/1/Main/5/5/null/Main/1/1/null/me")) == [["1", "3"], ["2"]]


def test_a_name_that_is_elsewhere_counts_for_nothing() -> None:
    assert stacks(end_of("M/3/Main/1/1/4/Main/5/5/null/me")) == [["1", "2", "3"]]


def test_a_stack_moves_with_its_members() -> None:
    after = end_of("M/8/Main/7/7/null/Main/1/1/null/me")
    assert spots(after)["1"] == spots(after)["2"] == ("Main", 7, 7)
    assert after.position("2") == Position("Main", 7, 7, "8", None, 1)


def test_a_stack_moved_onto_another_gives_its_members() -> None:
    after = end_of("M/8/Main/5/5/3/Main/1/1/null/me")
    assert stacks(after) == [["3", "1", "2"]]
    assert spots(after)["1"] == ("Main", 5, 5)


def test_a_move_within_a_stack() -> None:
    assert stacks(end_of("M/1/Main/1/1/2/Main/1/1/null/me")) == [["2", "1"]]
    assert stacks(end_of("M/2/Main/1/1/null/Main/1/1/1/me")) == [["2", "1"]]


def test_into_a_deck_and_out_of_it() -> None:
    after = end_of("M/3/Main/9/9/5/Main/5/5/null/me")
    assert after.decks["9"].members == ["5", "3"]
    assert after.position("3") == Position(None, 9, 9, None, "9", 1)
    after = end_of("M/4/Main/9/9/null/Main/6/6/null/me")  # a deck takes what does not stack
    assert after.decks["9"].members == ["4", "5"]
    after = end_of("M/5/Main/2/2/null/Main/9/9/null/me")
    assert (after.decks["9"].members, spots(after)["5"]) == ([], ("Main", 2, 2))
    assert (after.decks["9"].name, after.decks["9"].face_down) == ("Draw", True)


def test_off_the_map_and_to_another() -> None:
    after = end_of("M/4/null/0/0/null/Main/6/6/null/me", "M/3/Other/4/4/null/Main/5/5/null/me")
    assert spots(after)["4"][0] is None
    assert spots(after)["3"] == ("Other", 4, 4)


def test_an_invisible_stack_takes_nobody_but_its_owner() -> None:
    hidden = ("hide;;H;;player:", "me")
    pieces = (
        piece("1", hidden, place=("Main", 1, 1)),
        piece("3", hidden, place=("Main", 5, 5)),
        piece("4", place=("Main", 6, 6)),
    )
    assert stacks(end_of("M/3/Main/1/1/null/Main/5/5/null/me", pieces=pieces)) == [["3", "1"]]
    assert stacks(end_of("M/4/Main/1/1/null/Main/6/6/null/you", pieces=pieces)) == [["4"]]


def test_what_the_module_says_of_stacking() -> None:
    class Rules:
        def stacks(self, map_name: str) -> bool:
            return map_name != "Main"

        def layer(self, map_name: str, piece: Piece) -> int:
            return int(piece.id)

    save = game(["M/3/Main/7/7/null/Main/5/5/null/me"])
    assert save.at(END, Rules()).position("3").stack is None
    save = game(["M/3/Other/7/7/null/Main/5/5/null/me", "M/2/Other/7/7/null/Main/5/5/null/me"])
    assert stacks(save.at(END, Rules())) == [["1"], ["3"]]
    assert stacks(save.at(END)) == [["1"], ["2", "3"]]


def test_a_change_with_its_old_state_changes_only_what_differs() -> None:
    old = "x,y\t9\\\tMain;5;5;7;0"
    new = "z,y\t9\\\tMain;5;5;7;0"
    after = end_of(change("1", new, old))
    found = after.pieces["1"].properties
    assert (found["A"], found["L_Level"], spots(after)["1"]) == ("z", "1", ("Main", 1, 1))


def test_a_change_without_its_old_state_changes_all() -> None:
    after = end_of(change("1", "z,y\t2\\\tnull;5;5;7;0"))
    assert after.pieces["1"].properties["L_Level"] == "2"
    assert after.position("1").stack == "8"  # without a map of its own it stays in its stack
    after = end_of(change("1", "z,y\t2\\\tOther;5;5;7;0"))
    assert after.position("1") == Position("Other", 5, 5, None, None, None)


def test_a_change_of_the_place_level() -> None:
    after = end_of(change("3", "Main;7;7;7;1;K;v", "Main;5;5;7;0"))
    assert spots(after)["3"] == ("Main", 7, 7)
    assert after.pieces["3"].properties["K"] == "v"


def test_a_stack_changed_keeps_members_neither_side_knew() -> None:
    grown = ("M/3/Main/1/1/1/Main/5/5/null/me",)  # now 1, 3, 2
    after = game(grown, ["D/8/Main;1;1;2;1;@@-1/Main;1;1;1;2;@@-1"]).at(END)
    assert stacks(after) == [["2", "1", "3"]]
    after = game(grown, ["D/8/Main;1;1;2;@@-1/Main;1;1;1;3;2;@@-1"]).at(END)
    assert stacks(after) == [["2"]]
    assert spots(after)["1"][0] is None


def test_a_deck_changed_is_replaced() -> None:
    after = end_of("D/9/Main;9;9;false;3,5/Main;9;9;true;5")
    assert (after.decks["9"].members, after.decks["9"].face_down) == (["3", "5"], False)


def test_pieces_come_and_go() -> None:
    after = end_of(
        piece("7", place=("Main", 2, 2)), stack("6", "7", place=("Main", 2, 2)), "-/3", "-/77"
    )
    assert after.position("7") == Position("Main", 2, 2, "6", None, 0)
    assert "3" not in after.pieces
    after = end_of("-/1", "-/2")
    assert stacks(after) == []
    assert "8" not in after.stacks


def test_a_piece_that_comes_again_replaces_itself() -> None:
    after = end_of(piece("1", name="New", place=("Main", 4, 4)))
    assert (after.pieces["1"].name, spots(after)["1"]) == ("New", ("Main", 4, 4))
    assert stacks(after) == [["2"]]


def test_a_stack_that_comes_takes_its_members() -> None:
    after = end_of("M/3/Main/7/7/null/Main/5/5/null/me", stack("77", "3", place=("Main", 7, 7)))
    assert after.position("3") == Position("Main", 7, 7, "77", None, 0)
    assert len(after.stacks) == 2


@pytest.mark.parametrize(
    "leaf",
    [
        "D/77/x/y",
        "D/77",
        "M/77/Main/1/1/null/Main/1/1/null",
        "-/",
        "M/1",
        "M/1/Main/x/1/null/Main/1/1/null",
        "+/5",
        "",
        "null",
        "LOS\tx",
        "my/own",
    ],
)
def test_commands_that_come_to_nothing(leaf: str) -> None:
    after = end_of(leaf)
    assert spots(after) == spots(game())
    assert stacks(after) == [["1", "2"]]


def test_a_change_with_too_few_levels_changes_those_it_has() -> None:
    after = end_of("D/1/z")
    assert after.pieces["1"].properties["A"] == "z"
    assert after.pieces["1"].missing_levels == 0
    assert spots(after) == spots(game())


def test_the_setting_changes_too() -> None:
    after = end_of(
        "MutableProperty\tVP\t3\t4\tModule",
        "MutableProperty\tNew\t\t1\tMain",
        "TURNTurnTracker0\t0|2",
        "TURNTurnTracker1\t7",
        "Main BoardPicker\tS\t0\t0",
        "NOTES\tnew",
    )
    assert after.global_properties == {"Module": {"VP": "4"}, "Main": {"New": "1"}}
    assert after.turns == {"TurnTracker0": "0|2", "TurnTracker1": "7"}
    assert after.boards["Main "][0].name == "S"
    assert b"NOTES\tnew" in after.stream.tokens
    assert not any(token.startswith(b"NOTES\told") for token in after.stream.tokens)


# Steps -----------------------------------------------------------------------------------------------------------

STEPS = (
    ["CHAT<me> hello", "M/3/Main/7/7/null/Main/5/5/null/me"],
    ["D/1/z,y\t2\\\tMain;1;1;7;0/x,y\t1\\\tMain;1;1;7;0", "CHATflipped"],
    ["UNDO\ttrue", "M/3/Main/5/5/null/Main/7/7/null/me", "UNDO\tfalse"],
    [piece("7", place=("Main", 2, 2)), "-/4", "MutableProperty\tVP\t3\t4\tModule"],
)


def told(step: Step) -> dict[str, object]:
    """What a step did, without the pieces."""
    return {
        "moved": [(move.piece.id, move.before[:3], move.after[:3]) for move in step.moved],
        "changed": [
            (change.piece.id, [(old.kind, old.state, new.state) for old, new in change.traits])
            for change in step.changed
        ],
        "appeared": [(piece.id, place[:3]) for piece, place in step.appeared],
        "vanished": [(piece.id, place[:3]) for piece, place in step.vanished],
        "rest": (step.properties, step.chat, step.undo),
    }


def test_each_step_tells_what_it_did() -> None:
    nothing = {"moved": [], "changed": [], "appeared": [], "vanished": [], "rest": ((), (), False)}
    steps = list(Replay(game(*STEPS)))
    assert [step.number for step in steps] == [1, 2, 3, 4]
    assert [told(step) for step in steps] == [
        nothing
        | {
            "moved": [("3", ("Main", 5, 5), ("Main", 7, 7))],
            "rest": ((), ("<player> hello",), False),
        },
        nothing
        | {
            "changed": [("1", [("mark", "x,y", "z,y"), ("emb2", "1", "2")])],
            "rest": ((), ("flipped",), False),
        },
        nothing | {"moved": [("3", ("Main", 7, 7), ("Main", 5, 5))], "rest": ((), (), True)},
        nothing
        | {
            "appeared": [("7", ("Main", 2, 2))],
            "vanished": [("4", ("Main", 6, 6))],
            "rest": ((("VP", "3", "4"),), (), False),
        },
    ]


def test_any_step_can_be_asked_for() -> None:
    save = game(*STEPS)
    assert (save.is_log, save.steps) == (True, 4)
    assert [spots(save.at(step))["3"][1] for step in ("start", 0, 1, "2", 3, "end", 4)] == [
        5,
        5,
        7,
        7,
        5,
        5,
        5,
    ]
    for step in (5, -1, "last", ""):
        with pytest.raises(RequestError) as caught:
            save.at(step)
        assert (
            str(caught.value)
            == f"game.vsav: has no step {step} to go to; expected 0 to 4, start or end"
        )
    replay = Replay(save).to(2)
    with pytest.raises(RequestError, match="expected 2 to 4"):
        replay.to(1)
    assert len(list(replay)) == 2
    with pytest.raises(RequestError, match="has no step after 4"):
        replay.step()


def test_the_game_at_a_step_is_a_save() -> None:
    start = game(*STEPS).at("start")
    assert (start.is_log, start.steps) == (False, 0)
    assert start.stream.encode() == game().stream.encode()
    end = game(*STEPS).at(END)
    assert (end.is_log, end.warnings, end.at(END)) == (False, [], end)
    # What no step touched has the same bytes, in the same order.
    untouched = [token for token in end.stream.tokens if token in start.stream.tokens]
    assert untouched == [token for token in start.stream.tokens if token in untouched]
    assert len(untouched) >= len(start.stream.tokens) - 4


# Real logs -------------------------------------------------------------------------------------------------------

# The engine of the tests (3.6) puts a piece that moves down within its own stack one place too low, which 3.7 mended;
# in these logs it happens once.
MOVED_WITHIN = ("0606-2", "0607-1", "0611-1")
LOGS = ("0606-1", "0606-2", "0606-3", "0607-1", "0607-3", "0608-2", "0610-5", "0611-1")


def groups(held: dict[str, str | None]) -> set[frozenset[str]]:
    """Who lies with whom, whatever the stacks are called."""
    mates: dict[str, set[str]] = {}
    for id, holder in held.items():
        if holder is not None:
            mates.setdefault(holder, set()).add(id)
    return {frozenset(members) for members in mates.values()}


def assert_same(ours: Save, theirs: Game) -> None:
    """Every piece the engine has on a map is in the same place, with the same name and the same mates."""
    places = {id: ours.position(id) for id in theirs.pieces}
    assert {id: place[:3] for id, place in places.items()} == {
        id: (piece.map, piece.x, piece.y) for id, piece in theirs.pieces.items()
    }
    assert groups({id: place.stack for id, place in places.items()}) == groups(
        {id: piece.stack for id, piece in theirs.pieces.items()}
    )
    assert {id: ours.pieces[id].name for id in places} == {
        id: piece.name for id, piece in theirs.pieces.items()
    }
    maps = {piece.map for piece in theirs.pieces.values()}
    assert {id for id in ours.pieces if ours.position(id).map in maps} == theirs.pieces.keys()


@pytest.mark.parametrize("name", LOGS)
def test_replay_ends_as_the_engines(engine: Engine, corpus: Path, name: str) -> None:
    log = corpus / "tld" / f"{name}.log"
    save = Save.read(log)
    answer = engine.ask(log.parent / "module.vmod", Steps(log, at=(0, END)))
    assert_same(save, answer.games[0])
    end = save.at(END)
    assert_same(end, answer.end)
    shifted = {
        piece.stack
        for id, piece in answer.end.pieces.items()
        if end.position(id).index != piece.index
    }
    assert len(shifted) == (name in MOVED_WITHIN)


def test_replay_is_the_engines_on_the_way(engine: Engine, corpus: Path) -> None:
    log = corpus / "tld" / "0606-1.log"
    save = Save.read(log)
    stops = range(0, save.steps, 97)
    answer = engine.ask(log.parent / "module.vmod", Steps(log, at=tuple(stops)))
    for stop in stops:
        assert_same(save.at(stop), answer.games[stop])


@pytest.mark.parametrize("name", LOGS)
def test_a_replayed_log_is_a_sound_save(corpus: Path, name: str) -> None:
    save = Save.read(corpus / "tld" / f"{name}.log")
    replay = Replay(save)
    steps = list(replay)
    assert len(steps) == save.steps > 100
    assert any(step.moved for step in steps) and any(step.chat for step in steps)
    end = replay.save()
    assert (end.steps, end.warnings, replay.warnings) == (0, [], [])
    appeared = {piece.id for step in steps for piece, _ in step.appeared}
    vanished = {piece.id for step in steps for piece, _ in step.vanished}
    assert end.pieces.keys() <= save.pieces.keys() | appeared
    assert save.pieces.keys() - end.pieces.keys() <= vanished
