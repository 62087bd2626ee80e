package platform_test

import (
	"context"
	"fmt"
	"log"

	platform "platform/sdk/go"
)

func Example() {
	ctx := context.Background()
	client, err := platform.New(platform.Options{}) // PLATFORM_URL and PLATFORM_API_KEY
	if err != nil {
		log.Fatal(err)
	}
	secrets, err := client.Secrets(ctx, platform.SecretsQuery{Tags: []string{"llm"}})
	if err != nil {
		log.Fatal(err)
	}
	prompt, err := client.Prompt(ctx, platform.PromptQuery{Name: "greeting", Variables: map[string]any{"name": "Ada"}})
	if err != nil {
		log.Fatal(err)
	}
	rules, err := client.EvaluateRules(ctx, platform.RuleQuery{Type: platform.ContextEntity, Fields: map[string]any{"model": "gpt-4o"}, WithData: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(secrets), prompt.Compiled, rules.Rules)
}
