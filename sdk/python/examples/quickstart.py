"""Run with PLATFORM_URL and PLATFORM_API_KEY set."""

from platform_sdk import Client

client = Client()

secrets = client.get_secrets(tags=["llm"])
print("secrets:", secrets["err"] or sorted(secrets["res"]))

prompt = client.get_prompt(name="greeting", variables={"name": "Ada"})
print("prompt:", prompt["err"] or (prompt["res"] and prompt["res"]["compiledPrompt"]))

rules = client.evaluate_rule("context", {"model": "gpt-4o", "cost": 2}, include_entity_data=True)
print("rules:", rules["err"] or (rules["res"] and rules["res"]["matchingRuleIds"]))
