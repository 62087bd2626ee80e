package telemetry

import "strings"

// first is the first of several attributes of a span that is set, as text.
func first(keys ...string) string {
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = "nullIf(SpanAttributes['" + k + "'], '')"
	}
	return "coalesce(" + strings.Join(parts, ", ") + ", '')"
}

// Attributes of calls of models, in the spellings of today and before.
var (
	inputTokens  = "toFloat64OrZero(" + first("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.usage.prompt_tokens", "llm.token_count.prompt", "ai.usage.promptTokens") + ")"
	outputTokens = "toFloat64OrZero(" + first("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.usage.completion_tokens", "llm.token_count.completion", "ai.usage.completionTokens") + ")"
	tokensTotal  = inputTokens + " + " + outputTokens
)
