"""A client of one server with one key."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, Mapping, Optional, cast
from urllib.parse import urlsplit

from ._http import Refused, post, split_result
from ._types import Prompt, PromptResult, RuleAnswer, RuleResult, SecretsResult

SOURCE = "python-sdk"


class Client:
    """Asks one server with one key. It may be used by several threads.

    Without ``url`` and ``api_key`` the variables PLATFORM_URL and
    PLATFORM_API_KEY count. ``timeout`` is how many seconds a try waits for the
    next bytes of the server; ``retries`` are the tries after the first.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        organisation: Optional[str] = None,
        project: Optional[str] = None,
        environment: Optional[str] = None,
        database_config: Optional[str] = None,
        timeout: float = 10.0,
        retries: int = 3,
    ) -> None:
        self._url = (url or os.environ.get("PLATFORM_URL") or "").rstrip("/")
        self._key = api_key or os.environ.get("PLATFORM_API_KEY") or ""
        self._timeout = timeout
        self._retries = max(0, retries)
        chosen = {
            "x-platform-organisation-id": organisation,
            "x-platform-project-id": project,
            "x-platform-environment": environment,
            "x-platform-database-config-id": database_config,
        }
        self._context = {name: value for name, value in chosen.items() if value}

    def get_secrets(
        self, key: Optional[str] = None, tags: Optional[Iterable[str]] = None, should_set_env: bool = False
    ) -> SecretsResult:
        """Get secrets: all, the one named ``key``, or those with any of ``tags``.

        With ``should_set_env`` they are also set as environment variables of
        this process.
        """
        body = _without_none({"key": key, "tags": None if tags is None else list(tags), "source": SOURCE})
        try:
            err, res = split_result(self._ask("/api/vault/get-secrets", body))
            secrets = {str(name): str(value) for name, value in (res or {}).items()}
            if err is None and should_set_env:
                os.environ.update(secrets)
        except (Refused, ValueError) as e:
            return {"err": str(e), "res": {}}
        return {"err": err, "res": secrets}

    def get_prompt(
        self,
        name: Optional[str] = None,
        prompt_id: Optional[str] = None,
        version: Optional[str] = None,
        should_compile: bool = True,
        variables: Optional[Mapping[str, Any]] = None,
    ) -> PromptResult:
        """Get a published prompt by ``name`` or ``prompt_id``: the newest version, or the one that is named."""
        body = _without_none(
            {
                "name": name,
                "promptId": prompt_id,
                "version": version,
                "shouldCompile": should_compile,
                "variables": None if variables is None else dict(variables),
                "source": SOURCE,
            }
        )
        try:
            err, res = split_result(self._ask("/api/prompt/get-compiled", body))
        except Refused as e:
            return {"err": str(e), "res": None}
        return {"err": err, "res": cast(Optional[Prompt], res)}

    def evaluate_rule(
        self,
        entity_type: str,
        fields: Mapping[str, Any],
        include_entity_data: bool = False,
        entity_inputs: Optional[Mapping[str, Any]] = None,
    ) -> RuleResult:
        """Get what the rules that match ``fields`` lead to.

        ``entity_type`` is context, prompt or evaluation. A condition whose
        field is not given does not match.
        """
        body = _without_none(
            {
                "entity_type": entity_type,
                "fields": dict(fields),
                "include_entity_data": include_entity_data,
                "entity_inputs": None if entity_inputs is None else dict(entity_inputs),
                "source": SOURCE,
            }
        )
        try:
            return {"err": None, "res": cast(RuleAnswer, self._ask("/api/rule-engine/evaluate", body))}
        except Refused as e:
            return {"err": str(e), "res": None}

    def _ask(self, path: str, body: Mapping[str, Any]) -> Dict[str, Any]:
        if not self._url:
            raise Refused("no server: pass url or set the variable PLATFORM_URL")
        if urlsplit(self._url).scheme not in ("http", "https") or not urlsplit(self._url).netloc:
            raise Refused("the URL of the server is not of the form https://host")
        if not self._key:
            raise Refused("no API key: pass api_key or set the variable PLATFORM_API_KEY")
        if any(c <= " " or c > "~" for c in self._key):
            raise Refused("the API key has characters that no key has")
        headers = {"Authorization": "Bearer " + self._key, "Content-Type": "application/json", "User-Agent": "platform-sdk-python"}
        headers.update(self._context)
        try:
            return post(self._url + path, headers, body, self._timeout, self._retries)
        except (TypeError, ValueError) as e:  # a value that JSON has no form for
            raise Refused("the request cannot be written: %s" % e) from None


def _without_none(body: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}
