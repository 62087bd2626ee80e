"""Asking the server, more than once when it is busy."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.request
from typing import Any, Dict, Mapping, Optional, Tuple, cast

FIRST_WAIT = 0.2  # seconds
MOST_WAIT = 5.0
MOST_ASKED = 30  # seconds that a server may ask to wait
ANSWER_LIMIT = 16 << 20  # bytes
BUSY = frozenset((429, 500, 502, 503, 504))


class Refused(Exception):
    """The server did not give what was asked for; the text says why."""


class _Busy(Exception):
    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


class _Stay(urllib.request.HTTPRedirectHandler):
    """The key goes to the named server only: redirects are not followed."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_Stay)


def post(url: str, headers: Mapping[str, str], body: Mapping[str, Any], timeout: float, retries: int) -> Dict[str, Any]:
    """Ask and return the answer, parsed. Every question only reads, so asking twice does no harm."""
    data = json.dumps(body).encode()
    tries = 0
    while True:
        try:
            return _parse(_once(urllib.request.Request(url, data, dict(headers), method="POST"), timeout))
        except _Busy as e:
            if tries >= retries:
                raise Refused(str(e)) from None
            time.sleep(_wait(e, tries))
            tries += 1


def _once(request: urllib.request.Request, timeout: float) -> bytes:
    try:
        with _opener.open(request, timeout=timeout) as answer:
            if answer.status != 200:
                raise Refused("the server answered with status %d" % answer.status)
            return _read(answer)
    except urllib.error.HTTPError as e:
        with e:
            raise _refusal(e) from None
    except (urllib.error.URLError, OSError, http.client.HTTPException) as e:
        reason = getattr(e, "reason", None) or e
        raise _Busy("the server cannot be reached: %s" % (reason,)) from None


def _read(answer: Any) -> bytes:
    raw: bytes = answer.read(ANSWER_LIMIT + 1)
    if len(raw) > ANSWER_LIMIT:
        raise Refused("the answer of the server has more than %d bytes" % ANSWER_LIMIT)
    return raw


def _refusal(e: urllib.error.HTTPError) -> Exception:
    said = _text(e)
    if not said and 300 <= e.code < 400:
        said = "the server sends to another address, which is not followed: set the URL to it"
    text = "%s (status %d)" % (said or "the server answered %s" % e.reason, e.code)
    if e.code not in BUSY:
        return Refused(text)
    try:
        after = int(e.headers.get("Retry-After", "0"))
    except ValueError:
        after = 0
    return _Busy(text, float(min(max(after, 0), MOST_ASKED)))


def _text(e: urllib.error.HTTPError) -> Optional[str]:
    try:
        body: Dict[str, Any] = json.loads(e.read(1 << 20))
        return str(body.get("err") or body.get("detail") or "") or None
    except (ValueError, AttributeError, OSError, http.client.HTTPException):
        return None  # proxies answer with pages


def _wait(e: _Busy, tries: int) -> float:
    """What the server asks for, or twice as long each time, spread so that clients do not come back together."""
    if e.after > 0:
        return e.after
    most = min(FIRST_WAIT * 2 ** min(tries, 10), MOST_WAIT)
    return most / 2 + random.uniform(0, most / 2)


def _parse(raw: bytes) -> Dict[str, Any]:
    try:
        return _object(json.loads(raw))
    except ValueError:
        return _object(None)


def _object(value: Any) -> Dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused("the answer of the server is not what was expected: is the URL the one of a platform?")
    return cast(Dict[str, Any], value)


def split_result(answer: Mapping[str, Any]) -> Tuple[Optional[str], Optional[Dict[str, Any]]]:
    """Take an answer of the form err and res apart."""
    err, res = answer.get("err"), answer.get("res")
    return (None if err is None else str(err)), (None if res is None else _object(res))
