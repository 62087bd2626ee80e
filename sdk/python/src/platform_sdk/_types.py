"""What the server answers."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict


class SecretsResult(TypedDict):
    """Secrets by name; empty when there is an error."""

    err: Optional[str]
    res: Dict[str, str]


class Prompt(TypedDict):
    """A published version of a prompt."""

    promptId: str
    versionId: str
    name: str
    version: str
    tags: List[str]
    metaProperties: Dict[str, Any]
    prompt: str  # with variables as they are
    compiledPrompt: str  # with variables filled in


class PromptResult(TypedDict):
    """A prompt; None when there is an error."""

    err: Optional[str]
    res: Optional[Prompt]


class Entity(TypedDict):
    """What a matching rule leads to."""

    rule_id: str
    entity_type: str
    entity_id: str


class _Answer(TypedDict):
    matchingRuleIds: List[str]
    entities: List[Entity]


class RuleAnswer(_Answer, total=False):
    """What the matching rules lead to. Data is by type and id, and only there when asked for."""

    entity_data: Dict[str, Optional[Dict[str, Any]]]


class RuleResult(TypedDict):
    """What rules lead to; None when there is an error."""

    err: Optional[str]
    res: Optional[RuleAnswer]
