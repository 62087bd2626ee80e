"""Secrets, prompts and rules of a platform server.

Every function returns a dict with ``err``, a text or None, and ``res``.
"""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Optional

from ._client import Client
from ._types import Entity, Prompt, PromptResult, RuleAnswer, RuleResult, SecretsResult

__all__ = [
    "Client",
    "Entity",
    "Prompt",
    "PromptResult",
    "RuleAnswer",
    "RuleResult",
    "SecretsResult",
    "evaluate_rule",
    "get_prompt",
    "get_secrets",
]


def get_secrets(
    url: Optional[str] = None,
    api_key: Optional[str] = None,
    key: Optional[str] = None,
    tags: Optional[Iterable[str]] = None,
    should_set_env: bool = False,
) -> SecretsResult:
    """Get secrets: all, the one named ``key``, or those with any of ``tags``."""
    return Client(url, api_key).get_secrets(key=key, tags=tags, should_set_env=should_set_env)


def get_prompt(
    url: Optional[str] = None,
    api_key: Optional[str] = None,
    name: Optional[str] = None,
    prompt_id: Optional[str] = None,
    version: Optional[str] = None,
    should_compile: bool = True,
    variables: Optional[Mapping[str, Any]] = None,
) -> PromptResult:
    """Get a published prompt by ``name`` or ``prompt_id``."""
    return Client(url, api_key).get_prompt(
        name=name, prompt_id=prompt_id, version=version, should_compile=should_compile, variables=variables
    )


def evaluate_rule(
    entity_type: str,
    fields: Mapping[str, Any],
    url: Optional[str] = None,
    api_key: Optional[str] = None,
    include_entity_data: bool = False,
    entity_inputs: Optional[Mapping[str, Any]] = None,
) -> RuleResult:
    """Get what the rules that match ``fields`` lead to."""
    return Client(url, api_key).evaluate_rule(
        entity_type, fields, include_entity_data=include_entity_data, entity_inputs=entity_inputs
    )
