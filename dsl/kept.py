"""Keeps between runs what was worked out once, so that Moot need not work it out again.

Reading an entry can run code, so Moot believes only what this user's Moot wrote itself. Every entry is sealed with a
secret; the seal covers the entry's name too, and is checked before anything else. The secret is in the user's state
folder and the entries are in the user's cache folder. Both folders must be the user's own: nobody else may write there.
And neither may be part of what Moot reads (the working folder, a card set, a checkout), because anybody may have put
something in there.

Nothing here is ever needed. If anything goes wrong, or `MOOT_NO_CACHE` is set, Moot does the work again.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from contextlib import suppress
from hmac import compare_digest
from itertools import accumulate
from pathlib import Path

OFF = "MOOT_NO_CACHE"  # environment variable that turns it off
KEPT = 200  # entries of one sort: the lists of house rules that one set is played with; the oldest go
ROOM = 96 * 1024 * 1024  # bytes of all entries of one sort; the oldest go
LARGEST = 64 * 1024 * 1024  # bytes of one entry
SEAL = 32  # bytes of a seal, and of the secret
SECRET = "secret"
ENTRY, UNFINISHED = ".kept", ".unfinished"
STALE = 3600.0  # seconds after which what is unfinished will stay so
CHECKOUTS = (".git", ".hg", ".svn", ".jj")
OTHERS_WRITE, GROUP_WRITES, NOT_MINE = 0o002, 0o020, 0o077


def fetch(name: str) -> bytes | None:
    """Returns the entry with this name; None if there is none that `store` wrote."""
    with suppress(OSError, ValueError, RuntimeError):
        places = _places()
        if places is not None:
            folder, secret = places
            data = _read(folder / f"{name}{ENTRY}", LARGEST)
            if data is not None and compare_digest(data[:SEAL], _seal(secret, name, memoryview(data)[SEAL:])):
                with suppress(OSError):
                    os.utime(folder / f"{name}{ENTRY}", follow_symlinks=False)
                return data[SEAL:]
    return None


def store(name: str, data: bytes) -> None:
    """Keeps an entry under a name of the form `sort-…`. Nobody ever sees a half-written entry. If it cannot be kept,
    nothing happens."""
    with suppress(OSError, ValueError, RuntimeError):
        places = _places()
        if places is not None:
            folder, secret = places
            _put(folder / f"{name}{ENTRY}", _seal(secret, name, data), data)
            _tidy(folder, name.partition("-")[0])


def _seal(secret: bytes, name: str, data: bytes | memoryview) -> bytes:
    seal = hashlib.blake2b(f"{len(name)} {name} ".encode(), key=secret, digest_size=SEAL, person=b"moot")
    seal.update(data)
    return seal.digest()


def _read(file: Path, most: int, private: bool = False) -> bytes | None:
    """Reads an ordinary file of at most `most` bytes; None if it is anything else. With `private`, also None if anybody
    else can have written or read it."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(file, flags)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as opened:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > most:
            return None
        if private and hasattr(os, "getuid"):
            if about.st_uid != os.getuid() or about.st_mode & NOT_MINE or about.st_nlink != 1:
                return None
        return opened.read(most)


def _put(file: Path, *parts: bytes) -> None:
    fresh = file.with_name(f"{os.urandom(8).hex()}{UNFINISHED}")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(fresh, flags, 0o600), "wb") as out:
            out.writelines(parts)
        fresh.replace(file)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def _tidy(folder: Path, sort: str) -> None:
    """Removes the entries of a sort that have not been used for longest, and what was never finished."""
    entries = [(p, p.lstat()) for p in folder.glob(f"{sort}-*{ENTRY}")]
    newest = sorted(entries, key=lambda entry: entry[1].st_mtime, reverse=True)
    sizes = accumulate(about.st_size for _, about in newest)
    too_old = [p for i, ((p, _), size) in enumerate(zip(newest, sizes, strict=True)) if i >= KEPT or size > ROOM]
    long_ago = time.time() - STALE
    stale = [p for p in folder.glob(f"*{UNFINISHED}") if p.lstat().st_mtime < long_ago]
    for old in [*too_old, *stale]:
        old.unlink(missing_ok=True)


# ---- where ----------------------------------------------------------------------------------------------------------


def _places() -> tuple[Path, bytes] | None:
    """Returns the folder of the entries and the secret; None if there is no place that can be trusted."""
    if os.environ.get(OFF):
        return None
    import platformdirs

    folder = _own(Path(platformdirs.user_cache_dir("moot", appauthor=False)))
    safe = _own(Path(platformdirs.user_state_dir("moot", appauthor=False))) if folder is not None else None
    secret = _secret(safe / SECRET) if safe is not None else None
    return None if folder is None or secret is None else (folder, secret)


def _secret(file: Path) -> bytes | None:
    """Returns the secret that only this user knows. A secret that others could have known, or have put there, is
    replaced."""
    found = _read(file, SEAL, private=True)
    if found is None or len(found) != SEAL:
        _put(file, os.urandom(SEAL))
        found = _read(file, SEAL, private=True)
    return found if found is not None and len(found) == SEAL else None


def _own(folder: Path) -> Path | None:
    """Returns where a folder really is, and makes it if need be; None unless it is the user's own and nobody else can
    write there."""
    if not folder.is_absolute():
        return None
    real = Path(os.path.realpath(folder))
    if _is_read(real):
        return None
    for above in reversed((real, *real.parents)):
        if not above.exists():
            above.mkdir(mode=0o700, exist_ok=True)
        if not _safe(above):
            return None
    if hasattr(os, "getuid"):
        about = real.stat()
        if about.st_uid != os.getuid():
            return None
        if about.st_mode & NOT_MINE:
            real.chmod(0o700)
    return real


def _safe(folder: Path) -> bool:
    """Whether nobody but the user and the system can replace what is in a folder. The user's own group may write (on
    many systems only the user is in it), and all may write where only the owner of a thing can move it."""
    if not hasattr(os, "getuid"):
        return folder.is_dir()
    about = folder.stat()
    if not stat.S_ISDIR(about.st_mode) or about.st_uid not in (0, os.getuid()):
        return False
    if about.st_mode & stat.S_ISVTX:
        return True
    others = about.st_mode & OTHERS_WRITE or (about.st_mode & GROUP_WRITES and about.st_gid not in (0, os.getgid()))
    return not others


def _is_read(folder: Path) -> bool:
    """Whether a folder lies in something that Moot reads and that others may have filled. A home is its user's own,
    even if it is a checkout or the working folder: whoever can put something there needs no Moot to run it."""
    here, home = Path.cwd(), _home()
    for above in (folder, *folder.parents):
        if home is not None and (above == home or above in home.parents):
            return False
        if above == here or any(os.path.lexists(above / mark) for mark in (*CHECKOUTS, "set.yaml", "cards")):
            return True
        with suppress(OSError):
            if any(name.endswith(".game") for name in os.listdir(above)):  # noqa: PTH208 - names are all it takes
                return True
    return False


def _home() -> Path | None:
    """Returns the user's home as the system knows it, whatever the environment says."""
    try:
        import pwd

        return Path(os.path.realpath(pwd.getpwuid(os.getuid()).pw_dir))
    except (ImportError, KeyError):
        return Path(os.path.realpath(Path.home())) if not hasattr(os, "getuid") else None
