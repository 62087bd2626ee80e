import type { Message, SpokenCall } from "@/features/llm/api/get-conversation";

/** A call of a conversation with what it adds to what was said before. */
export interface Turn {
  call: SpokenCall;
  again: Message[]; // was said in earlier calls, and given to the model once more
  said: Message[];
}

/** Callers send the whole history with each call; each message is shown where it was said first. */
export function turnsOf(calls: SpokenCall[]): Turn[] {
  const known = new Map<string, number>(); // how often a message has been said so far
  return calls.map((call) => {
    const turn: Turn = { call, again: [], said: [] };
    const given = new Map<string, number>();
    for (const message of call.messages) {
      const key = JSON.stringify([message.role, message.parts]);
      const times = message.output ? (known.get(key) ?? 0) + 1 : (given.get(key) ?? 0) + 1;
      if (message.output) {
        known.set(key, times);
        turn.said.push(message);
        continue;
      }
      given.set(key, times);
      (times <= (known.get(key) ?? 0) ? turn.again : turn.said).push(message);
    }
    for (const [key, times] of given) known.set(key, Math.max(times, known.get(key) ?? 0));
    return turn;
  });
}

/** What a conversation adds up to. Only calls of models count: agents and tools around them repeat their tokens. */
export interface Sums {
  calls: number;
  tools: number;
  errors: number;
  input: number;
  output: number;
  cached: number;
  cost: number;
  computed: number;
  seconds: number; // from the first start to the last end
}

export function sumsOf(calls: SpokenCall[]): Sums {
  const sums: Sums = { calls: 0, tools: 0, errors: 0, input: 0, output: 0, cached: 0, cost: 0, computed: 0, seconds: 0 };
  let [first, last] = [Infinity, -Infinity];
  for (const { call, failed, start, durationNs } of calls) {
    first = Math.min(first, Date.parse(start));
    last = Math.max(last, Date.parse(start) + durationNs / 1e6);
    if (failed) sums.errors++;
    if (call.tool) sums.tools++;
    if (!call.callsModel) continue;
    sums.calls++;
    sums.input += call.inputTokens ?? 0;
    sums.output += call.outputTokens ?? 0;
    sums.cached += call.cacheReadTokens ?? 0;
    sums.cost += call.cost ?? 0;
    if (call.costComputed) sums.computed += call.cost ?? 0;
  }
  return { ...sums, seconds: calls.length > 0 ? (last - first) / 1000 : 0 };
}

/** The different texts that calls have somewhere, in the order they came. */
export function kindsOf(calls: SpokenCall[], of: (c: SpokenCall) => string | undefined): string[] {
  return [...new Set(calls.map(of).filter((v): v is string => !!v))];
}
