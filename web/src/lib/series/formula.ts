/** A formula over queries: numbers, names a, b, c, the four operations, parentheses. */
export type Formula = (valueOf: (query: number) => number | null) => number | null;

const deepest = 20;

/** Reads a formula of so many queries; throws with what is wrong in words. */
export function parseFormula(text: string, queries: number): Formula {
  let at = 0;
  const space = (): void => {
    while (text[at] === " ") at++;
  };
  const take = (any: string): string | undefined => {
    space();
    const next = text[at];
    if (next === undefined || !any.includes(next)) return undefined;
    at++;
    return next;
  };
  const chain = (part: (depth: number) => Formula, operators: string, depth: number): Formula => {
    let left = part(depth);
    for (let operator = take(operators); operator; operator = take(operators)) {
      left = join(operator, left, part(depth));
    }
    return left;
  };
  const sum = (depth: number): Formula => chain(product, "+-", depth);
  const product = (depth: number): Formula => chain(value, "*/", depth);
  const value = (depth: number): Formula => {
    if (take("-")) return join("-", () => 0, value(depth));
    if (take("(")) {
      if (depth === deepest) throw new Error("Too many parentheses.");
      const inner = sum(depth + 1);
      if (!take(")")) throw new Error("A ) is missing.");
      return inner;
    }
    space();
    const [name] = /^[a-z]/.exec(text.slice(at)) ?? [];
    if (name) {
      at++;
      const query = name.charCodeAt(0) - 97;
      if (query >= queries) throw new Error(`There is no query ${name}.`);
      return (valueOf) => valueOf(query);
    }
    const [number] = /^(\d+\.?\d*|\.\d+)/.exec(text.slice(at)) ?? [];
    if (!number) throw new Error(at < text.length ? `“${text.slice(at, at + 8)}” is neither a number nor a query.` : "Something is missing at the end.");
    at += number.length;
    return () => Number(number);
  };
  const whole = sum(0);
  space();
  if (at < text.length) throw new Error(`“${text.slice(at, at + 8)}” is too much.`);
  return whole;
}

function join(operator: string, left: Formula, right: Formula): Formula {
  return (valueOf) => {
    const [a, b] = [left(valueOf), right(valueOf)];
    if (a === null || b === null) return null;
    const result = operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : a / b;
    return Number.isFinite(result) ? result : null;
  };
}

/** What is wrong with a formula, in words; undefined when nothing is. */
export function formulaError(text: string, queries: number): string | undefined {
  if (text.trim() === "") return undefined;
  try {
    parseFormula(text, queries);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
