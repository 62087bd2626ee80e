package genai

// Attributes of calls of language models in the spellings of today and before, the
// present one first: the OpenTelemetry conventions, then OpenLLMetry,
// OpenInference and the Vercel AI SDK.
var (
	OperationKeys    = []string{"gen_ai.operation.name", "llm.request.type", "openinference.span.kind", "traceloop.span.kind"}
	ProviderKeys     = []string{"gen_ai.provider.name", "gen_ai.system", "llm.provider", "llm.system", "ai.model.provider"}
	ModelKeys        = []string{"gen_ai.request.model", "gen_ai.response.model", "llm.model_name", "llm.request.model", "embedding.model_name", "ai.model.id"}
	ResponseKeys     = []string{"gen_ai.response.model", "llm.response.model", "ai.response.model"}
	InputKeys        = []string{"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.usage.prompt_tokens", "llm.token_count.prompt", "ai.usage.promptTokens", "ai.usage.inputTokens"}
	OutputKeys       = []string{"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.usage.completion_tokens", "llm.token_count.completion", "ai.usage.completionTokens", "ai.usage.outputTokens"}
	CacheReadKeys    = []string{"gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.input_cached_tokens", "gen_ai.usage.input_tokens.cached", "llm.token_count.prompt_details.cache_read", "ai.usage.cachedInputTokens"}
	CacheWriteKeys   = []string{"gen_ai.usage.cache_write.input_tokens", "gen_ai.usage.cache_creation.input_tokens", "gen_ai.usage.cache_creation_input_tokens", "llm.token_count.prompt_details.cache_write"}
	ReasoningKeys    = []string{"gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens", "llm.token_count.completion_details.reasoning", "ai.usage.reasoningTokens"}
	CostKeys         = []string{"gen_ai.usage.cost", "llm.cost.total", "llm.usage.cost"}
	FirstTokenKeys   = []string{"gen_ai.response.time_to_first_chunk", "gen_ai.server.time_to_first_token", "gen_ai.server.ttft", "gen_ai.client.time_to_first_token"} // seconds
	UserKeys         = []string{"enduser.id", "user.id", "gen_ai.user.id", "gen_ai.request.user", "llm.user"}
	ConversationKeys = []string{"gen_ai.conversation.id", "session.id", "gen_ai.session.id"}
	AgentKeys        = []string{"gen_ai.agent.name", "agent.name"}
	ToolKeys         = []string{"gen_ai.tool.name", "tool.name", "ai.toolCall.name"}
)

// ModelOperations are those that call a model. Spans of agents and workflows
// around them often repeat the tokens of the calls within, so only these are added up.
// A span that names a model and no operation is taken for one.
var ModelOperations = []string{"chat", "text_completion", "completion", "generate_content", "embeddings", "embedding", "rerank", "responses", "image_generation",
	"speech", "transcription", "LLM", "EMBEDDING", "RERANKER", "ai.generateText.doGenerate", "ai.streamText.doStream"}
