import type { Model } from "./api/list-models";

/** The prices of a model, in USD per million tokens. */
export type Prices = Pick<Model, PriceName>;
export type PriceName = "inputPricePerMToken" | "outputPricePerMToken" | "cacheReadPricePerMToken" | "cacheCreationPricePerMToken";

/** The prices by name, in the order they are shown. */
export const priceNames: { name: PriceName; short: string; label: string }[] = [
  { name: "inputPricePerMToken", short: "Input", label: "Input" },
  { name: "outputPricePerMToken", short: "Output", label: "Output" },
  { name: "cacheReadPricePerMToken", short: "Cache read", label: "Input read from cache" },
  { name: "cacheCreationPricePerMToken", short: "Cache write", label: "Input written to cache" },
];

const highest = 1_000_000;

/** A price as somebody writes it: "2.5", "$2.50". Undefined when it is none. */
export function parsePrice(text: string): number | undefined {
  const plain = text.trim().replace(/^\$\s*/, "");
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  const price = Number(plain);
  return price <= highest ? price : undefined;
}

/** A price with as many digits as it has, two at least: 2.50, 0.075. */
export function priceText(price: number): string {
  return price.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 6 });
}

/** Dollars with as many digits as matter: $12.40, $0.00031. */
export function dollars(amount: number): string {
  const digits = amount === 0 || amount >= 0.1 ? 2 : Math.min(12, 2 - Math.floor(Math.log10(amount)));
  return `$${amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}

/** Tokens of one request. Those of the cache are part of the input. */
export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** What a request costs, in USD, as spans are priced. A cache that has no price of its own costs as input. */
export function costOf(p: Prices, t: Tokens): number {
  const read = p.cacheReadPricePerMToken || p.inputPricePerMToken;
  const write = p.cacheCreationPricePerMToken || p.inputPricePerMToken;
  const fresh = Math.max(0, t.input - t.cacheRead - t.cacheWrite);
  return (fresh * p.inputPricePerMToken + t.cacheRead * read + t.cacheWrite * write + t.output * p.outputPricePerMToken) / 1e6;
}
