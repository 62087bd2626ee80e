import { type ConnectionOptions, post, SOURCE, textOf } from './http.js';

export type EntityType = 'context' | 'prompt' | 'evaluation';
export type FieldValue = string | number | boolean;

export interface RuleOptions extends ConnectionOptions {
  entityType: EntityType;
  /** At most 50. A condition whose field is not given does not match. */
  fields: Record<string, FieldValue>;
  /** Also return the records of entities. */
  includeEntityData?: boolean | undefined;
  /** What the data of prompts is made with. */
  entityInputs?: { variables?: Record<string, unknown>; version?: string; shouldCompile?: boolean } | undefined;
}

/** What a matching rule leads to. */
export interface Entity {
  rule_id: string;
  entity_type: EntityType;
  entity_id: string;
}

export interface RuleAnswer {
  matchingRuleIds: string[];
  entities: Entity[];
  /** By type and id; null for what is not there. Only when asked for. */
  entity_data?: Record<string, Record<string, unknown> | null>;
}

/** What rules lead to; null when there is an error. */
export interface RuleResult {
  err: string | null;
  res: RuleAnswer | null;
}

/** Gets what the rules that match fields lead to. */
export async function evaluateRule(options: RuleOptions): Promise<RuleResult> {
  try {
    const answer = await post(options, '/api/rule-engine/evaluate', {
      entity_type: options.entityType,
      fields: options.fields,
      include_entity_data: options.includeEntityData ?? false,
      entity_inputs: options.entityInputs,
      source: SOURCE,
    });
    return { err: null, res: answer as unknown as RuleAnswer };
  } catch (e) {
    return { err: textOf(e), res: null };
  }
}
