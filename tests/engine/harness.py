"""Runs the engine: one process per module, kept open while the tests ask it things."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, Any

from tests.engine.jobs import Answer, Job, Opening, Picture, Resave, line_of

HERE = Path(__file__).resolve().parent
KEPT_OPEN = 2
"""Engines open at once: each may take two gigabytes."""
OPENING_LIMIT = 300.0
"""Seconds to open a module; one job may take as long. The judge's own watch is set to the same."""
GRACE = 30.0
"""Seconds the judge gets to say where it hung before it is killed from here."""


class EngineError(AssertionError):
    """A job that had to succeed did not; the text is the engine's own."""


class EngineDiedError(Exception):
    """The engine's process ended without an answer."""


def why_missing() -> str:
    """Why the engine cannot run here, or nothing."""
    home = Path(os.environ.get("ENGINE_HOME") or Path.home() / ".cache" / "vassal-engine")
    missing = [tool for tool in ("bash", "java", "javac", "Xvfb") if shutil.which(tool) is None]
    if not (home / "Vengine.jar").is_file():
        missing.append("Vengine.jar")
    if missing:
        return f"the VASSAL engine is not set up ({', '.join(missing)}): run tests/engine/setup.sh"
    return ""


def extensions_beside(module: Path) -> list[Path]:
    """The extensions the engine would load with the module: those in the ``_ext`` folder beside it."""
    return sorted((module.parent / f"{module.stem}_ext").glob("*.vmdx"))


class Engine:
    """Asks the engine and remembers the answers; close it at the end."""

    def __init__(self) -> None:
        self._open: dict[str, Process] = {}  # oldest use first
        self._known: dict[tuple[str, str], Answer] = {}
        self._hopeless: dict[str, str] = {}  # modules that did not open, and why

    def run(
        self, module: Path, jobs: Sequence[Job], *, extensions: Iterable[Path] | None = None
    ) -> list[Answer]:
        """One answer per job, in order. A job that fails is answered with an error.

        ``extensions`` replaces those in the folder beside the module. The files are read from copies:
        an engine that rejects an extension moves it away.
        """
        chosen = extensions_beside(module) if extensions is None else list(extensions)
        key = " ".join([module.name, *(_hash(path) + path.name for path in chosen), _hash(module)])
        return [self._answer(key, module, chosen, job) for job in jobs]

    def ask(self, module: Path, job: Job, *, extensions: Iterable[Path] | None = None) -> Answer:
        """The answer to one job that must succeed. Raises :class:`EngineError`."""
        answer = self.run(module, [job], extensions=extensions)[0]
        if not answer.ok:
            raise EngineError(f"{job}\n{answer.error}\n{answer.trace}")
        return answer

    def processes(self) -> list[Process]:
        """The engines open now."""
        return list(self._open.values())

    def close(self) -> None:
        """Ends the engines still open."""
        while self._open:
            self._open.pop(next(iter(self._open))).close()

    def _answer(self, key: str, module: Path, extensions: list[Path], job: Job) -> Answer:
        question = _question(job)
        known = self._known.get((key, question))
        if known is not None:
            return known
        if key in self._hopeless:
            return Answer(job, NOT_OPEN, error=self._hopeless[key])
        try:
            answer = self._process(key, module, extensions).ask(job)
        except EngineDiedError as death:
            dead = self._open.pop(key)
            dead.close()
            if dead.opening is NOT_OPEN:
                self._hopeless[key] = str(death)
            return Answer(job, dead.opening, error=str(death))
        if answer.ok and not isinstance(job, WRITES):
            self._known[key, question] = answer
        return answer

    def _process(self, key: str, module: Path, extensions: list[Path]) -> Process:
        process = self._open.pop(key, None) or Process(module, extensions)
        self._open[key] = process
        while len(self._open) > KEPT_OPEN:
            self._open.pop(next(iter(self._open))).close()
        process.wait_open()
        return process


WRITES = (Resave, Picture)
"""Jobs whose answer is a file: they are done every time."""
NOT_OPEN = Opening("", "", "", {}, (), ())


class Process:
    """One engine with one module open."""

    def __init__(self, module: Path, extensions: list[Path]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="vassal-engine-")
        copy = Path(self._folder.name) / module.name
        shutil.copyfile(module, copy)
        beside = copy.parent / f"{copy.stem}_ext"
        beside.mkdir()
        for extension in extensions:
            shutil.copyfile(extension, beside / extension.name)
        self._log = (copy.parent / "engine.log").open("w+b")
        self._process = subprocess.Popen(
            ["bash", str(HERE / "engine.sh"), str(copy)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={
                **os.environ,
                "ENGINE_TIMEOUT": str(int(OPENING_LIMIT)),
                "TMPDIR": self._folder.name,  # so that nothing stays behind when it is killed
            },
            start_new_session=True,  # so that all of it can be ended together
        )
        self.opening = NOT_OPEN

    def wait_open(self) -> None:
        """Returns when the module is open. Raises :class:`EngineDiedError` when it does not open."""
        if self.opening is not NOT_OPEN:
            return
        hello = self._read()
        self.opening = Opening(
            engine=hello["engine"],
            module=hello["module"],
            version=hello["version"],
            extensions=hello["extensions"],
            dialogs=tuple(hello["dialogs"]),
            chat=tuple(hello["chat"]),
        )

    def ask(self, job: Job) -> Answer:
        """The engine's answer. Raises :class:`EngineDiedError`."""
        stdin: IO[bytes] = self._pipe(self._process.stdin)
        with contextlib.suppress(BrokenPipeError):  # reading tells what happened
            stdin.write(line_of(job).encode("ascii") + b"\n")
            stdin.flush()
        data = self._read()
        del data["ok"]  # the error's presence says it
        return Answer(
            job,
            self.opening,
            error=data.pop("error", ""),
            trace=data.pop("trace", ""),
            dialogs=tuple(data.pop("dialogs")),
            chat=tuple(data.pop("chat")),
            seconds=data.pop("seconds"),
            data=data,
        )

    def close(self) -> None:
        """Ends the process, kindly first: it takes its screen along."""
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(BrokenPipeError):
                self._pipe(pipe).close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        self._log.close()
        self._folder.cleanup()

    def _read(self) -> dict[str, Any]:
        alarm = threading.Timer(OPENING_LIMIT + GRACE, self.kill)
        alarm.start()
        try:
            line = self._pipe(self._process.stdout).readline()
        finally:
            alarm.cancel()
        if not line.endswith(b"\n"):
            self._process.wait()
            raise EngineDiedError(f"the engine ended without an answer:\n{self._last_words()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _last_words(self) -> str:
        self._log.seek(0)
        return "\n".join(self._log.read().decode("utf-8", "replace").splitlines()[-40:])

    def kill(self) -> None:
        """Ends the process and all it started, at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _question(job: Job) -> str:
    """The job's line with its save named by content, so that a file written anew is asked about anew."""
    save = job.fields().get("save")
    return line_of(job) + (_hash(save) if isinstance(save, Path) and save.is_file() else "")
