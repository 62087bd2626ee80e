import type { Wire } from "@/lib/api/types";
import type { Rule, RuleInput } from "./api/list-rules";

export type Group = Wire<"Group">;
export type Condition = Wire<"Condition">;
export type Entity = Wire<"Entity">;
export type DataType = Condition["data_type"];
export type Operator = Condition["operator"];

/** What of the rules is shown, as it stands in the URL. */
export interface RulesSearch {
  rule?: string; // id of the rule in the builder, or "new"
}

export function readRulesSearch(search: Record<string, unknown>): RulesSearch {
  return typeof search["rule"] === "string" && search["rule"] ? { rule: search["rule"] } : {};
}

/** The operators of each type of data, with their words. */
export const operators: Record<DataType, Partial<Record<Operator, string>>> = {
  string: {
    equals: "equals", not_equals: "does not equal", contains: "contains", not_contains: "does not contain", starts_with: "starts with",
    ends_with: "ends with", regex: "matches the expression", in: "is one of", not_in: "is none of",
  },
  number: { equals: "=", not_equals: "≠", gt: ">", gte: "≥", lt: "<", lte: "≤", between: "is between" },
  boolean: { equals: "is" },
};

/** A condition with another type: the operator and the value stay where the type has them. */
export function withType(c: Condition, data_type: DataType): Condition {
  const operator = operators[data_type][c.operator] ? c.operator : "equals";
  const value = data_type === "boolean" && !/^(true|false)$/.test(c.value) ? "true" : c.value;
  return { ...c, data_type, operator, value };
}

const isNumber = (text: string): boolean => text.trim() !== "" && !/[xXpP_]/.test(text) && Number.isFinite(Number(text));

/** What is wrong with a condition, as the server would say. */
export function conditionFault({ field, operator, value, data_type }: Condition): string | undefined {
  if (!field.trim()) return "The field has no name.";
  if (value.length > 1000) return "At most 1,000 characters.";
  if (data_type === "number") {
    if (operator !== "between") return isNumber(value) ? undefined : "Not a number.";
    const [low = "", high = "", ...rest] = value.split(",");
    return rest.length === 0 && isNumber(low) && isNumber(high) && Number(low) <= Number(high) ? undefined : "Two numbers, the lower one first: 1,10";
  }
  if (data_type === "boolean") return /^(true|false)$/i.test(value.trim()) ? undefined : "true or false.";
  return value === "" && operator !== "equals" && operator !== "not_equals" ? "The value is empty." : undefined;
}

/** Whether a rule can be kept. */
export function isComplete(rule: RuleInput): boolean {
  const groups = rule.condition_groups ?? [];
  return rule.name.trim() !== "" && groups.every((g) => g.conditions.length > 0 && g.conditions.every((c) => !conditionFault(c))) && (rule.entities ?? []).every((e) => e.entity_id !== "");
}

/** Whether a rule says anything yet. */
export function isNamed(rule: RuleInput): boolean {
  return (rule.condition_groups ?? []).some((g) => g.conditions.some((c) => c.field.trim() !== ""));
}

export const newCondition = (): Condition => ({ field: "", operator: "equals", value: "", data_type: "string" });
export const newGroup = (): Group => ({ condition_operator: "AND", conditions: [newCondition()] });

/** The part of a rule that people write; a new one where there is none. */
export function inputOf(rule: Rule | undefined): RuleInput {
  if (!rule) return { name: "", description: "", status: "ACTIVE", group_operator: "AND", condition_groups: [newGroup()], entities: [] };
  const { name, description, status, group_operator, condition_groups, entities } = rule;
  return { name, description, status, group_operator, condition_groups, entities };
}

/** A rule in words: model is one of gpt-4o, gpt-4 and tokens > 1000. */
export function inWords(rule: RuleInput): string {
  const join = (operator: string | undefined): string => (operator === "OR" ? " or " : " and ");
  const groups = (rule.condition_groups ?? []).map((g) => {
    const text = g.conditions.map((c) => `${c.field || "?"} ${operators[c.data_type][c.operator] ?? c.operator} ${c.value || "''"}`).join(join(g.condition_operator));
    return g.conditions.length > 1 && (rule.condition_groups?.length ?? 0) > 1 ? `(${text})` : text;
  });
  return groups.join(join(rule.group_operator)) || "no conditions: matches nothing";
}

/** Fields as JSON: an object of values; undefined when the text is none. */
export function parseFields(source: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
