/** Hours with the digits that matter: 0.04, 3.2, 148. */
export function hours(h: number): string {
  return h.toLocaleString("en", { maximumFractionDigits: h >= 100 ? 0 : h >= 1 ? 1 : 2 });
}

/** Energy as people are billed for it. */
export function energy(joules: number): string {
  const kwh = joules / 3.6e6;
  if (kwh < 1) return `${(kwh * 1000).toLocaleString("en", { maximumFractionDigits: 0 })} Wh`;
  return kwh < 10_000 ? `${kwh.toLocaleString("en", { maximumFractionDigits: kwh < 100 ? 1 : 0 })} kWh` : `${(kwh / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} MWh`;
}

/** A process's workload, for people: llm_training → LLM training. */
export function kindName(kind: string): string {
  return kind.replace(/^llm_/, "LLM ").replaceAll("_", " ");
}
