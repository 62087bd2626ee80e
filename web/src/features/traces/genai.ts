import type { Span } from "@/features/traces/api/get-trace";

const marks = /^(gen_ai\.|llm\.(model_name|request|response|provider|system|usage|token_count|input_messages)|openinference\.span\.kind$|traceloop\.span\.kind$|ai\.model\.|ai\.usage\.|embedding\.model_name$)/;

/** Whether a span tells of a call of a language model, a tool or an agent. The server reads it; this only says whether to ask. */
export function callsModel(span: Span): boolean {
  return Object.keys(span.attributes ?? {}).some((key) => marks.test(key)) || (span.events ?? []).some((e) => e.name.startsWith("gen_ai."));
}

export function callsModels(spans: Span[]): boolean {
  return spans.some(callsModel);
}
