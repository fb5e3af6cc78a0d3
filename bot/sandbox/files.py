"""Files that came with a message, and the `attachment://` addresses that point to them."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from .model import FILE, Json, Snowflakes, walk
from .storage import Storage

CDN = "https://cdn.discordapp.com/attachments"


class Files:
    """The uploaded files, by the id of their attachment."""

    def __init__(self, storage: Storage, ids: Snowflakes) -> None:
        self._storage = storage
        self._ids = ids
        self._contents: dict[int, bytes] = {}
        for kept in storage.load("file"):
            self._contents[kept["id"]] = base64.b64decode(kept["content"])

    def keep(self, filename: str, content: bytes) -> Json:
        """Keep an upload and return its attachment object."""
        id_ = self._ids.next()
        self._contents[id_] = content
        text = base64.b64encode(content).decode()
        self._storage.save("file", id_, {"id": id_, "content": text})
        url = f"{CDN}/{id_}/{quote(filename)}"
        kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        return {
            "id": str(id_),
            "filename": filename,
            "size": len(content),
            "url": url,
            "proxy_url": url,
            "content_type": kind,
        }

    def get(self, id_: int) -> bytes | None:
        """Return what was uploaded."""
        return self._contents.get(id_)


def resolve(components: Iterable[Json], attachments: Iterable[Json]) -> None:
    """Replace `attachment://name` in fresh components by where the file now is."""
    urls = {f"attachment://{each['filename']}": each for each in attachments}
    if urls:
        for component in walk(components):
            for media in _media(component):
                found = urls.get(media["url"])
                if found is not None:
                    media["url"] = media["proxy_url"] = found["url"]
                    media["attachment_id"] = found["id"]
                    if component["type"] == FILE:
                        component |= {"name": found["filename"], "size": found["size"]}


def _media(component: Json) -> list[Any]:
    """Return the media objects of one component."""
    found = [item["media"] for item in component.get("items", ())]
    return found + [component[key] for key in ("media", "file") if key in component]
