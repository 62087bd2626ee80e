package demo

import (
	"fmt"
	"math/rand/v2"
)

// exception is a kind of failure: what people see grouped.
type exception struct {
	kind    string
	message func(*rand.Rand) string
	stack   string // %s is the kind and message
	status  int    // of HTTP; 0: none
}

func says(format string, draw ...func(*rand.Rand) any) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		values := make([]any, len(draw))
		for i, d := range draw {
			values[i] = d(r)
		}
		return fmt.Sprintf(format, values...)
	}
}

func below(n int) func(*rand.Rand) any { return func(r *rand.Rand) any { return r.IntN(n) } }
func ident(r *rand.Rand) any           { return hex(r, 16) }

// Failures of calls of models.
var (
	rateLimited = exception{"openai.RateLimitError", says("Error code: 429 - Rate limit reached for organization: limit 2000000, used %d, request req_%s", below(2_000_000), ident),
		`Traceback (most recent call last):
  File "/app/common/llm.py", line 88, in answer
    reply = client.responses.create(**request)
  File "/usr/lib/python3.12/site-packages/openai/_base_client.py", line 1044, in request
    raise self._make_status_error_from_response(err.response) from None
%s`, 429}
	timedOut = exception{"httpx.ReadTimeout", says("The read operation timed out after %d ms", below(60_000)),
		`Traceback (most recent call last):
  File "/app/common/retry.py", line 31, in call
    return function(*args)
  File "/usr/lib/python3.12/site-packages/httpx/_transports/default.py", line 118, in map_httpcore_exceptions
    raise mapped_exc(message) from exc
%s`, 0}
	overloaded = exception{"anthropic.InternalServerError", says("Error code: 529 - Overloaded, request req_%s", ident),
		`Traceback (most recent call last):
  File "/app/research/agent.py", line 203, in think
    message = await self.client.messages.create(**request)
  File "/usr/lib/python3.12/site-packages/anthropic/_base_client.py", line 1612, in request
    raise self._make_status_error_from_response(err.response) from None
%s`, 529}
	outOfMemory = exception{"torch.OutOfMemoryError", says("CUDA out of memory. Tried to allocate %d.00 MiB. GPU %d has a total capacity of 79.11 GiB", below(4096), below(8)),
		`Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/vllm/engine/core.py", line 512, in execute_model
    output = self.model_executor.execute_model(scheduled)
  File "/usr/lib/python3.12/site-packages/vllm/worker/gpu_model_runner.py", line 1287, in execute_model
    hidden = self.model(input_ids, positions)
%s`, 500}
)

// inJavaScript are failures of calls as the clients of that language tell them.
var inJavaScript = map[string]exception{
	rateLimited.kind: {"RateLimitError", says("429 Rate limit reached for organization: limit 2000000, used %d, request req_%s", below(2_000_000), ident),
		`%s
    at APIError.generate (/srv/review/node_modules/openai/core/error.js:72:20)
    at OpenAI.makeRequest (/srv/review/node_modules/openai/client.js:312:32)
    at async ask (/srv/review/dist/model.js:41:19)`, 429},
	timedOut.kind: {"APIConnectionTimeoutError", says("Request timed out after %d ms", below(60_000)),
		`%s
    at OpenAI.makeRequest (/srv/review/node_modules/openai/client.js:287:23)
    at async ask (/srv/review/dist/model.js:41:19)`, 0},
	overloaded.kind: {"InternalServerError", says("529 Overloaded, request req_%s", ident),
		`%s
    at APIError.generate (/srv/review/node_modules/@anthropic-ai/sdk/core/error.js:65:20)
    at async ask (/srv/review/dist/model.js:47:19)`, 529},
}

// told is the exception as a program of this language tells it.
func (e exception) told(language string) exception {
	if other, ok := inJavaScript[e.kind]; ok && language == "nodejs" {
		return other
	}
	return e
}

// Failures of applications themselves.
var (
	lookupFailed = exception{"KeyError", says("'customer_%d'", below(90_000)),
		`Traceback (most recent call last):
  File "/app/support/server.py", line 41, in handle
    context = load_context(request.user)
  File "/app/support/context.py", line 17, in load_context
    return CACHE[user.customer]
%s`, 500}
	badArguments = exception{"json.decoder.JSONDecodeError", says("Expecting ',' delimiter: line 1 column %d (char %[1]d)", below(400)),
		`Traceback (most recent call last):
  File "/app/research/tools.py", line 64, in run
    arguments = json.loads(call.arguments)
  File "/usr/lib/python3.12/json/decoder.py", line 353, in raw_decode
    obj, end = self.scan_once(s, idx)
%s`, 0}
	queuePanic = exception{"runtime.boundsError", says("index out of range [%d] with length 512", below(4096)),
		`%s

goroutine 118 [running]:
github.com/example/embedding-worker/internal/queue.(*Batch).At(0xc0002a4000, 0x201)
	/src/internal/queue/batch.go:57 +0x9c
main.process({0x1423ae0, 0xc0000b2000}, 0xc0002a4000)
	/src/main.go:131 +0x2f4`, 0}
	diffTooLarge = exception{"RangeError", says("Diff of pull request %d has %d tokens, more than the model takes", below(9000), below(900_000)),
		`%s
    at splitDiff (/srv/review/dist/diff.js:112:11)
    at reviewPullRequest (/srv/review/dist/review.js:58:24)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`, 0}
)

// failureOf is how a call of a model fails.
func failureOf(m model, r *rand.Rand) exception {
	switch {
	case r.IntN(4) == 0:
		return timedOut
	case m.provider == "anthropic":
		return overloaded
	case m.provider == "vllm":
		return outOfMemory
	}
	return rateLimited
}
