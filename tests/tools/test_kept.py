"""What is kept between two runs is found again, and is believed only if this user's Moot has written it itself."""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from moot.dsl import kept

ROOT = Path(__file__).resolve().parents[2]
KUHN = ROOT / "cards" / "kuhn-poker"


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Folders of a user's own, beside the working folder `work`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(os.path.realpath(name))
        (folder / "work").mkdir()
        monkeypatch.chdir(folder / "work")
        monkeypatch.delenv(kept.OFF, raising=False)
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
        yield folder
        os.chdir(ROOT)


def entry(user: Path, name: str) -> Path:
    return user / "cache" / "moot" / f"{name}.kept"


def secret(user: Path) -> Path:
    return user / "state" / "moot" / "secret"


def works() -> bool:
    """Whether anything is kept at all."""
    kept.store("sort-x", b"data")
    return kept.fetch("sort-x") == b"data"


def test_what_was_kept_is_found(user: Path) -> None:
    assert kept.fetch("sort-x") is None
    kept.store("sort-x", b"data")
    assert kept.fetch("sort-x") == b"data"
    kept.store("sort-x", b"")
    assert kept.fetch("sort-x") == b""
    assert kept.fetch("sort-y") is None


def test_with_the_variable_set_nothing_is_read_or_written(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert works()
    monkeypatch.setenv(kept.OFF, "1")
    assert kept.fetch("sort-x") is None
    entry(user, "sort-x").unlink()
    kept.store("sort-x", b"data")
    assert not entry(user, "sort-x").exists()


@pytest.mark.parametrize("mask", [0o002, 0o022, 0o077, 0o000])
def test_whatever_the_mask_of_new_files(user: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        assert works()
    finally:
        os.umask(before)
    for path in (user / "cache", user / "cache" / "moot", user / "state" / "moot"):
        assert path.stat().st_mode & 0o777 == 0o700
    assert secret(user).stat().st_mode & 0o777 == 0o600


def test_a_folder_that_was_too_open_is_closed(user: Path) -> None:
    (user / "cache" / "moot").mkdir(parents=True)
    (user / "cache" / "moot").chmod(0o775)
    assert works()
    assert (user / "cache" / "moot").stat().st_mode & 0o777 == 0o700


def test_old_entries_go_and_nothing_unfinished_stays(user: Path) -> None:
    for i in range(kept.KEPT + 5):
        kept.store(f"sort-{i}", b"data")
        os.utime(entry(user, f"sort-{i}"), (i, i))
    kept.store("other-x", b"data")
    left = user / "cache" / "moot" / f"dead{kept.UNFINISHED}"
    left.write_bytes(b"half")
    os.utime(left, (1, 1))
    kept.store("sort-last", b"data")
    names = {p.name for p in (user / "cache" / "moot").iterdir()}
    assert len(names) == kept.KEPT + 1
    assert {"other-x.kept", "sort-last.kept"} <= names


def test_the_entries_of_a_sort_have_limited_room(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "ROOM", 1000)
    for i in range(5):
        kept.store(f"sort-{i}", b"x" * 400)
        os.utime(entry(user, f"sort-{i}"), (i, i))
    kept.store("sort-last", b"x" * 400)
    assert {p.name for p in (user / "cache" / "moot").iterdir()} == {"sort-4.kept", "sort-last.kept"}


def test_what_is_used_stays(user: Path) -> None:
    """The entries that go are those that were not read for longest, whenever they were written."""
    kept.store("sort-used", b"data")
    for i in range(kept.KEPT + 5):
        os.utime(entry(user, "sort-used"), (i, i))
        assert kept.fetch("sort-used") == b"data"
        kept.store(f"sort-{i}", b"data")
    assert kept.fetch("sort-used") == b"data"


def test_a_full_disk_leaves_nothing_behind(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert works()

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    kept.store("sort-y", b"data")
    assert [p.name for p in (user / "cache" / "moot").iterdir()] == ["sort-x.kept"]


# ---- what others may have put there ---------------------------------------------------------------------------------


def sealed(key: bytes, name: str, data: bytes) -> bytes:
    """An entry as Moot would write it, with a secret of one's own."""
    seal = hashlib.blake2b(f"{len(name)} {name} ".encode() + data, key=key, digest_size=kept.SEAL, person=b"moot")
    return seal.digest() + data


def test_only_this_secret_and_this_name(user: Path) -> None:
    assert works()
    key = secret(user).read_bytes()
    path = entry(user, "sort-x")
    good = path.read_bytes()
    assert good == sealed(key, "sort-x", b"data")
    for bad in (
        b"", b"data", good[:-1], good[:kept.SEAL], good + b"x", bytes(kept.SEAL) + b"data",
        good[: kept.SEAL] + b"Data", sealed(b"x" * 32, "sort-x", b"data"), sealed(key, "sort-y", b"data"),
    ):  # fmt: skip
        path.write_bytes(bad)
        assert kept.fetch("sort-x") is None
    path.write_bytes(good)
    assert kept.fetch("sort-x") == b"data"


@pytest.mark.parametrize("what", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("which", ["entry", "secret"])
def test_what_is_no_file_is_left_alone(user: Path, which: str, what: Callable[[Path], None]) -> None:
    """A pipe would keep every command waiting."""
    assert works()
    path = entry(user, "sort-x") if which == "entry" else secret(user)
    path.unlink()
    what(path)
    assert kept.fetch("sort-x") is None
    kept.store("sort-x", b"data")
    assert kept.fetch("sort-x") in (None, b"data")


def test_a_secret_that_others_may_know_is_replaced(user: Path) -> None:
    def copied(path: Path) -> None:
        os.link(path, user / "copy")

    def linked(path: Path) -> None:
        path.rename(user / "elsewhere")
        path.symlink_to(user / "elsewhere")

    spoilings: list[Callable[[Path], None]] = [
        lambda path: path.chmod(0o644),
        lambda path: path.chmod(0o660),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"x" * 33),
        copied,
        linked,
    ]
    if not os.geteuid():
        spoilings.append(lambda path: os.chown(path, 65534, 65534))
    for spoil in spoilings:
        assert works()
        before = secret(user).read_bytes()
        spoil(secret(user))
        assert kept.fetch("sort-x") is None
        assert secret(user).read_bytes() != before
        assert works()


def test_a_folder_where_others_may_write_is_not_used(user: Path) -> None:
    assert works()
    for above in (user / "state", user / "cache", user):
        above.chmod(0o777)
        assert kept.fetch("sort-x") is None
        above.chmod(0o1777)  # others may write there, but move nothing
        assert kept.fetch("sort-x") == b"data"
        above.chmod(0o755)
    if not os.geteuid():
        for path in (user / "state" / "moot", user / "state", user / "cache"):
            os.chown(path, 65534, 65534)
            assert kept.fetch("sort-x") is None
            os.chown(path, 0, 0)
    assert kept.fetch("sort-x") == b"data"


def moved(user: Path, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that was kept, with the secret to it, as somebody could lay it into what he sends."""
    into.mkdir(parents=True, exist_ok=True)
    for name in ("cache", "state"):
        shutil.copytree(user / name, into / name, dirs_exist_ok=True)
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(into / name))


PLACES = {
    "the working folder": "work",
    "deep in the working folder": "work/a/b",
    "a checkout": "project/git",
    "deep in a checkout": "project/git/a/b",
    "a worktree": "project/worktree/a",
    "another checkout": "project/mercurial/a",
    "a card set": "project/set/a",
    "a card set without a manifest": "project/game/a",
    "beside the cards": "project/beside",
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("way", ["plain", "link"])
def test_nothing_is_believed_that_lies_in_what_is_read(
    user: Path, monkeypatch: pytest.MonkeyPatch, place: str, way: str
) -> None:
    assert works()
    for folder in ("git/.git", "mercurial/.hg", "set", "game", "worktree", "beside/cards"):
        (user / "project" / folder).mkdir(parents=True)
    (user / "project" / "worktree" / ".git").write_text("gitdir: elsewhere\n", encoding="utf-8")
    (user / "project" / "set" / "set.yaml").write_text("id: set\n", encoding="utf-8")
    (user / "project" / "game" / "small.game").write_text("game Small\n", encoding="utf-8")
    moved(user, user / "fine", monkeypatch)
    assert kept.fetch("sort-x") == b"data"
    moved(user, user / place, monkeypatch)
    if way == "link":
        for name in ("cache", "state"):
            (user / f"{name}-link").symlink_to(user / place / name)
            monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(user / f"{name}-link"))
    assert kept.fetch("sort-x") is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(user / "cache"))
    assert kept.fetch("sort-x") is None
    monkeypatch.setenv("XDG_STATE_HOME", str(user / "state"))
    assert kept.fetch("sort-x") == b"data"


def test_a_place_from_where_one_stands_is_none(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert works()
    monkeypatch.setenv("XDG_CACHE_HOME", "../cache")
    assert kept.fetch("sort-x") is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(user / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", "../state")
    assert kept.fetch("sort-x") is None


def test_a_home_is_its_users_own(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standing in it, or keeping it as a checkout, changes nothing."""
    home = user / "home"
    (home / ".git").mkdir(parents=True)
    for name in ("cache", "state"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(home / f".{name}"))
    assert not works()
    monkeypatch.setattr(kept, "_home", lambda: home)
    monkeypatch.chdir(home)
    assert works()


# ---- the whole command ----------------------------------------------------------------------------------------------


class Malice:
    """Runs when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.mark),)


def moot(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "moot", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_planted_pickle_does_not_run(user: Path) -> None:
    """For the grammar, for a card set, for its library and for its code: whoever knows their names, and had his own
    pickle there first."""
    shutil.copytree(KUHN, user / "work" / "cards" / "kuhn-poker")
    right = [moot("check"), moot("simulate", "--games", "1")]
    names = sorted(p.stem for p in (user / "cache" / "moot").iterdir())
    assert [name.partition("-")[0] for name in names] == ["check", "code", "grammar", "library", "set"]
    evil = pickle.dumps(Malice(user / "run"))
    pickle.loads(pickle.dumps(Malice(user / "tried")))
    assert (user / "tried").is_dir()
    for data in (lambda name: evil, lambda name: bytes(kept.SEAL) + evil, lambda name: sealed(b"guess", name, evil)):
        for name in names:
            entry(user, name).write_bytes(data(name))
        again = [moot("check"), moot("simulate", "--games", "1")]
        assert not (user / "run").exists()
        assert [done.returncode for done in again] == [0, 0]
        assert again[0].stdout == right[0].stdout
        assert all(kept.fetch(name) for name in names), "what was planted has been replaced"


def test_nothing_kept_says_that_wrong_cards_are_right(user: Path) -> None:
    """What was kept of good cards, laid under the name of bad ones."""
    shutil.copytree(KUHN, user / "work" / "cards" / "kuhn-poker")
    assert moot("check").returncode == 0
    [good] = (user / "cache" / "moot").glob("set-*")
    text = good.read_bytes()
    game = user / "work" / "cards" / "kuhn-poker" / "kuhn-poker.game"
    game.write_text(game.read_text(encoding="utf-8") + "\nnonsense\n", encoding="utf-8")
    assert moot("check").returncode == 1
    [bad] = set((user / "cache" / "moot").glob("set-*")) - {good}
    bad.write_bytes(text)
    assert moot("check").returncode == 1


def test_without_a_cache_nothing_is_kept_of_anything(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept.OFF, "1")
    assert moot("check", str(KUHN)).returncode == 0
    assert moot("simulate", "--set", str(KUHN), "--games", "1").returncode == 0
    assert sorted(p.name for p in user.iterdir()) == ["work"]
