package llm

import "slices"

// Provider is somebody who serves language models.
type Provider struct {
	ID       string   // also its name in the model catalog
	Label    string   // for people
	Protocol Protocol // that it speaks
	BaseURL  string   // "" must be said by the connection
	Secret   string   // name that its key usually has in a vault; "" when none is needed

	tokens string // name of the limit of tokens; "" is max_tokens
	output output // how it is told the form of an answer
}

// Protocol is how a provider is spoken to.
type Protocol string

const (
	OpenAI    Protocol = "openai"    // chat completions
	Anthropic Protocol = "anthropic" // messages
)

// output is a way to ask for JSON. What a provider does not enforce is asked
// for in words too: see instruct.
type output int

const (
	asObject output = iota // any JSON object
	bySchema               // JSON of a schema
	inWords                // the request says so, nothing more
)

// Custom is the provider of connections to any other endpoint that speaks
// OpenAI's protocol.
const Custom = "custom"

// Providers are all of them, in the order they are shown.
var Providers = []Provider{
	{ID: "openai", Label: "OpenAI", Protocol: OpenAI, BaseURL: "https://api.openai.com/v1", Secret: "OPENAI_API_KEY", tokens: "max_completion_tokens", output: bySchema},
	{ID: "anthropic", Label: "Anthropic", Protocol: Anthropic, BaseURL: "https://api.anthropic.com", Secret: "ANTHROPIC_API_KEY"},
	{ID: "google", Label: "Google Gemini", Protocol: OpenAI, BaseURL: "https://generativelanguage.googleapis.com/v1beta/openai", Secret: "GEMINI_API_KEY", output: bySchema},
	{ID: "mistral", Label: "Mistral", Protocol: OpenAI, BaseURL: "https://api.mistral.ai/v1", Secret: "MISTRAL_API_KEY"},
	{ID: "azure", Label: "Azure OpenAI", Protocol: OpenAI, Secret: "AZURE_OPENAI_API_KEY", tokens: "max_completion_tokens", output: bySchema},
	{ID: "groq", Label: "Groq", Protocol: OpenAI, BaseURL: "https://api.groq.com/openai/v1", Secret: "GROQ_API_KEY"},
	{ID: "deepseek", Label: "DeepSeek", Protocol: OpenAI, BaseURL: "https://api.deepseek.com", Secret: "DEEPSEEK_API_KEY"},
	{ID: "xai", Label: "xAI", Protocol: OpenAI, BaseURL: "https://api.x.ai/v1", Secret: "XAI_API_KEY", output: bySchema},
	{ID: "cohere", Label: "Cohere", Protocol: OpenAI, BaseURL: "https://api.cohere.ai/compatibility/v1", Secret: "COHERE_API_KEY"},
	{ID: "together", Label: "Together", Protocol: OpenAI, BaseURL: "https://api.together.xyz/v1", Secret: "TOGETHER_API_KEY"},
	{ID: "fireworks", Label: "Fireworks", Protocol: OpenAI, BaseURL: "https://api.fireworks.ai/inference/v1", Secret: "FIREWORKS_API_KEY"},
	{ID: "cerebras", Label: "Cerebras", Protocol: OpenAI, BaseURL: "https://api.cerebras.ai/v1", Secret: "CEREBRAS_API_KEY"},
	{ID: "sambanova", Label: "SambaNova", Protocol: OpenAI, BaseURL: "https://api.sambanova.ai/v1", Secret: "SAMBANOVA_API_KEY", output: inWords},
	{ID: "perplexity", Label: "Perplexity", Protocol: OpenAI, BaseURL: "https://api.perplexity.ai", Secret: "PERPLEXITY_API_KEY", output: inWords},
	{ID: "moonshot", Label: "Moonshot", Protocol: OpenAI, BaseURL: "https://api.moonshot.ai/v1", Secret: "MOONSHOT_API_KEY"},
	{ID: "alibaba", Label: "Alibaba Model Studio", Protocol: OpenAI, BaseURL: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", Secret: "DASHSCOPE_API_KEY"},
	{ID: "zai", Label: "Z.ai", Protocol: OpenAI, BaseURL: "https://api.z.ai/api/paas/v4", Secret: "ZAI_API_KEY"},
	{ID: "huggingface", Label: "Hugging Face", Protocol: OpenAI, BaseURL: "https://router.huggingface.co/v1", Secret: "HF_TOKEN", output: inWords},
	{ID: "replicate", Label: "Replicate", Protocol: OpenAI, BaseURL: "https://openai-proxy.replicate.com/v1", Secret: "REPLICATE_API_TOKEN", output: inWords},
	{ID: "openrouter", Label: "OpenRouter", Protocol: OpenAI, BaseURL: "https://openrouter.ai/api/v1", Secret: "OPENROUTER_API_KEY"},
	{ID: "ollama", Label: "Ollama", Protocol: OpenAI, BaseURL: "http://127.0.0.1:11434/v1"},
	{ID: "vllm", Label: "vLLM", Protocol: OpenAI, BaseURL: "http://127.0.0.1:8000/v1"},
	{ID: Custom, Label: "OpenAI-compatible", Protocol: OpenAI},
}

// ProviderOf returns the provider of an id.
func ProviderOf(id string) (Provider, bool) {
	i := slices.IndexFunc(Providers, func(p Provider) bool { return p.ID == id })
	if i < 0 {
		return Provider{}, false
	}
	return Providers[i], true
}
