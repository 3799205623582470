"""The Care Atlas API from Python 3.9 or newer, with nothing but its standard library.

    from care_atlas import CareAtlas, acceptance

    directory = CareAtlas("http://localhost:3000/api/v1", key)
    for clinic in directory.list("clinics", acceptance="yes", near="Kipling station", within=2):
        print(clinic["name"])

`list` reads a whole list, `mirror` keeps a copy of the directory, and `watch` a copy of one list with filters.
"""

import gzip
import hashlib
import http.client
import json
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import namedtuple
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

__all__ = ["CareAtlas", "CareAtlasError", "MirrorBatch", "WatchBatch", "acceptance"]

# What a copy of the directory applies at once. begins: remove all records first. records: (type, id, record), where record is
# None if it is to be removed. state: where the copy stands afterwards; None until its beginning is complete.
MirrorBatch = namedtuple("MirrorBatch", "begins records state")
# What a copy of a list applies at once. items: those with which it begins, by id. changes: what happened since, oldest first.
WatchBatch = namedtuple("WatchBatch", "begins items changes state")

ATTEMPTS = 5
PAUSE_S = 1
LONGEST_WAIT_S = 600
BATCH_LINES = 1000
LISTS = {"doctors": "doctors", "doctors/search": "doctors", "clinics": "clinics", "specialists": "clinics"}
TORONTO = ZoneInfo("America/Toronto")


class CareAtlasError(Exception):
    """An answer that is an error. code: as in the guide on errors. param: the parameter that is wrong, if one is."""

    def __init__(self, status, code, message, param=None, retry_after=None):
        super().__init__(message)
        self.status, self.code, self.param, self.retry_after = status, code, param, retry_after


class CareAtlas:
    def __init__(self, url, key, timeout=60):
        """url: the address of the API, such as http://localhost:3000/api/v1. timeout: of one answer, in seconds."""
        self.url, self.key, self.timeout = url.rstrip("/"), key, timeout

    def get(self, path, **query):
        """Returns the answer of a path, such as "doctors/900001". A list among the parameters is sent with commas."""
        with self._open(path, query) as answer:
            return json.load(answer)

    def list(self, path, **query):
        """Yields the items of a list, page by page. path: "doctors", "doctors/search", "clinics" or "specialists"."""
        if path not in LISTS:
            raise ValueError(f"There is no list {path!r}: use one of {', '.join(LISTS)}, or get() for other paths.")
        offset = 0
        while True:
            page = self.get(path, **{"limit": 100, **query, "offset": offset})
            items = page[LISTS[path]]
            yield from items
            offset += len(items)
            if not items or offset >= page["total"]:
                return

    def mirror(self, state=None):
        """Yields what a copy of the directory has to apply, and ends when it is up to date.

        state: that of the last batch that was stored, together with its records; None for a new copy. When the changes after
        it are no longer kept, the copy begins again.
        """
        version = gone = waited_since = None
        while True:
            has_begun = state is not None
            try:
                if state is None:
                    newest = self._newest_export(gone)
                    version, has_begun = newest["datasetVersion"], True
                    for batch in self._export(newest):
                        state, waited_since = batch.state, None
                        yield batch
                for batch in self._changes(state):
                    state, waited_since = batch.state, None
                    yield batch
                return
            except CareAtlasError as error:
                if error.code == "unavailable" and error.retry_after is not None:
                    waited_since = waited_since or time.monotonic()
                    if time.monotonic() - waited_since > LONGEST_WAIT_S:
                        raise
                    time.sleep(error.retry_after)
                elif has_begun and _is_past(error):
                    state, gone = None, version
                else:
                    raise

    def watch(self, list, state=None, **filters):
        """Yields what a copy of a list with filters has to apply, and ends when it is up to date.

        list: "doctors", "clinics" or "specialists". state: that of the last batch that was stored.
        """
        stored = state
        while True:
            if state is None:
                items, state = self._whole_list(list, filters)
                yield WatchBatch(True, items, [], state)
            try:
                more = True
                while more:
                    page = self.get("changes", list=list, after=state, limit=100, **filters)
                    state, more = page["next"], page["more"]
                    yield WatchBatch(False, {}, page["changes"], state)
                return
            except CareAtlasError as error:
                if not _is_past(error) or stored is None:
                    raise
                state = stored = None

    def _open(self, path, query, headers={}):
        pairs = {
            name: ",".join(map(str, value)) if isinstance(value, (tuple, type([]))) else _text(value)
            for name, value in query.items()
            if value is not None
        }
        url = f"{self.url}/{path}" + (f"?{urllib.parse.urlencode(pairs)}" if pairs else "")
        request = urllib.request.Request(url, headers={**headers, "Authorization": f"Bearer {self.key}"})
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return urllib.request.urlopen(request, timeout=self.timeout)
            except urllib.error.HTTPError as answer:
                error = _error_of(answer)
                if error.status != 429 or attempt == ATTEMPTS:
                    raise error from None
                time.sleep(error.retry_after or 1)

    def _newest_export(self, gone):
        """Returns the export that a copy can begin with. gone: the version of one that it cannot; None without one."""
        address = self.get("changes").get("export")
        exports = self.get("exports")["exports"]
        if not exports:
            raise CareAtlasError(404, "no_export", "There is no export to begin with: its operator has to publish one.")
        newest = next((each for each in exports if address and f"/{each['datasetVersion']}/" in address), None)
        if newest is None or newest["datasetVersion"] == gone:
            known = "An export that a copy can begin with is not published yet."
            raise CareAtlasError(503, "unavailable", known, retry_after=5)
        return newest

    def _export(self, newest):
        yield MirrorBatch(True, [], None)
        for kind in ("clinic", "doctor", "service"):
            file = next(each for each in newest["files"] if each["name"] == f"{kind}s.ndjson.gz")
            records = []
            for line in self._lines(file):
                record = json.loads(line)
                records.append((kind, _id_of(kind, record), record))
                if len(records) == BATCH_LINES:
                    yield MirrorBatch(False, records, None)
                    records = []
            yield MirrorBatch(False, records, None)
        yield MirrorBatch(False, [], newest["cursor"])

    def _lines(self, file):
        """Yields the lines of a file of an export, once it is whole."""
        with tempfile.TemporaryFile() as stored:
            digest = hashlib.sha256()
            for chunk in self._content(file):
                digest.update(chunk)
                stored.write(chunk)
            if digest.hexdigest() != file["sha256"]:
                raise CareAtlasError(200, "unexpected", f"The download of {file['name']} is not what the export says.")
            stored.seek(0)
            with gzip.open(stored, "rt", encoding="utf-8") as lines:
                yield from lines

    def _content(self, file):
        """Yields the content of a file of an export. Where the connection breaks off, it goes on from there."""
        size = failures = 0
        while size < file["bytes"]:
            before = size
            try:
                with self._open(file["url"], {}, {"Range": f"bytes={size}-"}) as download:
                    while chunk := download.read(1 << 16):
                        size += len(chunk)
                        yield chunk
            except (OSError, http.client.HTTPException):
                pass
            failures = failures + 1 if size == before else 0
            if failures == ATTEMPTS:
                raise CareAtlasError(0, "unreachable", f"The download of {file['name']} broke off.")
            if failures:
                time.sleep(PAUSE_S)

    def _changes(self, after):
        more = True
        while more:
            page = self.get("changes", after=after, limit=1000)
            after, more = page["next"], page["more"]
            yield MirrorBatch(
                False, [(each["type"], each["id"], each.get(each["type"])) for each in page["changes"]], after
            )

    def _whole_list(self, list, filters):
        """Returns the items of a list in one version of the directory, and the cursor that continues it."""
        path = "doctors/search" if list == "doctors" and "q" in filters else list
        for _ in range(ATTEMPTS):
            items, cursor, offset = {}, None, 0
            while True:
                query = {**filters, "sort": "name", "limit": 100, "offset": offset}
                with self._open(path, query) as answer:
                    page, found = json.load(answer), answer.headers["X-Cursor"]
                if cursor not in (None, found):
                    break
                cursor = found
                for item in page[LISTS[path]]:
                    items[_id_of({"doctors": "doctor", "specialists": "service"}.get(list, "clinic"), item)] = item
                offset += page["count"]
                if page["count"] == 0 or offset >= page["total"]:
                    return items, cursor
        raise CareAtlasError(503, "unavailable", "The list changed between its pages too often: try again.")


def acceptance(clinic, service=None, at=None):
    """Returns whether new patients are accepted: "yes", "no" or "unknown".

    clinic: the record of a clinic in a copy; of a doctor, that of doctor["clinic"]["id"]. service: that of a service, whose own
    word counts before that of its clinic. at: the time as of which, with its zone (default: now).
    """
    known = clinic["availability"]["accepting"]
    if service is not None:
        own = service["serviceAvailability"]["accepting"]
        if (own["answer"], own["state"]) != ("unknown", "never"):
            known = own
    day = (at or datetime.now(timezone.utc)).astimezone(TORONTO).replace(hour=0, minute=0, second=0, microsecond=0)
    expires = known["expiresAt"] and datetime.fromisoformat(known["expiresAt"].replace("Z", "+00:00"))
    return "unknown" if expires and day > expires else known["answer"]


def _id_of(kind, record):
    if kind == "doctor":
        return record["cpsoNumber"]
    return record["id"] if kind == "clinic" else f"{record['id']} {record['specialty']}"


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_past(error):
    """Returns whether a copy cannot continue where it stands, and begins again."""
    return error.code in ("gone", "not_found") or error.param == "after"


def _error_of(answer):
    retry_after = answer.headers.get("Retry-After")
    try:
        body = json.load(answer)
    except ValueError:
        body = {}
    return CareAtlasError(
        answer.code,
        body.get("error", "unexpected"),
        body.get("message", f"The service answers {answer.code}."),
        body.get("param"),
        float(retry_after) if retry_after and retry_after.isdigit() else None,
    )
