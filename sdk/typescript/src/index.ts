/** Secrets, prompts and rules of a platform server. Every function resolves to `{ err, res }`. */
export { getSecrets, type SecretsOptions, type SecretsResult } from './secrets.js';
export { getPrompt, type Prompt, type PromptOptions, type PromptResult } from './prompts.js';
export { evaluateRule, type Entity, type EntityType, type FieldValue, type RuleAnswer, type RuleOptions, type RuleResult } from './rules.js';
export type { ConnectionOptions } from './http.js';
