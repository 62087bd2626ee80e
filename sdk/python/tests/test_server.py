"""The client against a running server, which the variables name."""

import os
import unittest

from platform_sdk import evaluate_rule, get_prompt, get_secrets


@unittest.skipUnless(os.environ.get("PLATFORM_URL") and os.environ.get("PROMPT_ID"), "no server is named")
class Server(unittest.TestCase):
    def test_secrets(self):
        self.assertEqual(get_secrets(), {"err": None, "res": {"SDK_ONE": "sk-planted", "SDK_TWO": 'quote " backslash \\ ü'}})
        self.assertEqual(get_secrets(key="SDK_TWO")["res"], {"SDK_TWO": 'quote " backslash \\ ü'})
        self.assertEqual(get_secrets(tags=["llm", "none"])["res"], {"SDK_ONE": "sk-planted"})
        self.assertEqual(get_secrets(key="NONE"), {"err": None, "res": {}})
        self.assertNotIn("SDK_ONE", os.environ)
        get_secrets(key="SDK_ONE", should_set_env=True)
        self.assertEqual(os.environ.pop("SDK_ONE"), "sk-planted")

    def test_prompts(self):
        answer = get_prompt(name="greeting", variables={"name": "Ada", "n": 3})
        self.assertIsNone(answer["err"])
        self.assertEqual((answer["res"]["version"], answer["res"]["compiledPrompt"]), ("10.0.0", "Hello Ada, 3 times"))
        answer = get_prompt(prompt_id=os.environ["PROMPT_ID"], version="9.0.0", should_compile=False)
        self.assertEqual(answer["res"]["compiledPrompt"], "Nine {{name}}")
        self.assertEqual(get_prompt(name="none"), {"err": "no published prompt named none", "res": None})

    def test_rules(self):
        rule, context = os.environ["RULE_ID"], os.environ["CONTEXT_ID"]
        answer = evaluate_rule("context", {"model": "gpt-4o", "cost": 2}, include_entity_data=True)
        self.assertIsNone(answer["err"])
        self.assertEqual(answer["res"]["matchingRuleIds"], [rule])
        self.assertEqual(answer["res"]["entity_data"]["context:" + context]["content"], "Prices are in euros.")
        self.assertEqual(evaluate_rule("context", {"model": "gpt-4o"}), {"err": None, "res": {"matchingRuleIds": [], "entities": []}})
        answer = evaluate_rule("prompt", {"model": "gpt-4o", "cost": 2}, include_entity_data=True, entity_inputs={"variables": {"name": "Ada", "n": 1}})
        self.assertEqual(answer["res"]["entity_data"]["prompt:" + os.environ["PROMPT_ID"]]["compiledPrompt"], "Hello Ada, 1 times")
        self.assertIn("status 400", evaluate_rule("context", {})["err"])

    def test_a_wrong_key(self):
        for answer in (get_secrets(api_key="wrong"), get_prompt(api_key="wrong", name="x"), evaluate_rule("context", {"a": 1}, api_key="wrong")):
            self.assertEqual(answer["err"], "the API key is not valid (status 401)")


if __name__ == "__main__":
    unittest.main()
