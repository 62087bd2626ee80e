import { expect, test } from "vitest";
import { conditionFault, inputOf, inWords, isComplete, operators, parseFields, withType, type Condition } from "./rule";

const condition = (data_type: Condition["data_type"], operator: Condition["operator"], value: string, field = "f"): Condition => ({ field, operator, value, data_type });

test.each([
  condition("string", "equals", ""), condition("string", "in", "a, b"), condition("number", "gte", " 1.5 "), condition("number", "between", "1,10"),
  condition("number", "equals", "1e3"), condition("boolean", "equals", "false"),
])("%j is a condition", (c) => expect(conditionFault(c)).toBeUndefined());

test.each([
  condition("string", "contains", ""), condition("string", "equals", "x", " "), condition("number", "gt", ""), condition("number", "gt", "0x10"),
  condition("number", "between", "10,1"), condition("number", "between", "1"), condition("number", "between", "1,2,3"), condition("boolean", "equals", "yes"),
  condition("string", "equals", "x".repeat(1001)),
])("%j is no condition", (c) => expect(conditionFault(c)).toBeTruthy());

test("another type keeps the operator it has, and every operator has words", () => {
  expect(withType(condition("string", "equals", "1"), "number")).toEqual(condition("number", "equals", "1"));
  expect(withType(condition("string", "regex", "a.*"), "boolean")).toEqual(condition("boolean", "equals", "true"));
  expect(Object.values(operators).reduce((n, o) => n + Object.keys(o).length, 0)).toBe(17);
});

test("a rule is told in words and is complete with a name and whole conditions", () => {
  const rule = { ...inputOf(undefined), name: "r", group_operator: "OR" as const };
  expect(isComplete(rule)).toBe(false);
  rule.condition_groups = [
    { condition_operator: "AND", conditions: [condition("string", "in", "gpt-4o, gpt-4", "model"), condition("number", "gt", "1000", "tokens")] },
    { condition_operator: "AND", conditions: [condition("boolean", "equals", "true", "vip")] },
  ];
  expect(isComplete(rule)).toBe(true);
  expect(inWords(rule)).toBe("(model is one of gpt-4o, gpt-4 and tokens > 1000) or vip is true");
  expect(isComplete({ ...rule, entities: [{ entity_type: "prompt", entity_id: "" }] })).toBe(false);
  expect(inWords({ ...rule, condition_groups: [] })).toBe("no conditions: matches nothing");
});

test("fields are a JSON object", () => {
  expect(parseFields('{"a": 1}')).toEqual({ a: 1 });
  expect([parseFields("[]"), parseFields("x"), parseFields("null")]).toEqual([undefined, undefined, undefined]);
});
