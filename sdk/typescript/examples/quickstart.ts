// Run with PLATFORM_URL and PLATFORM_API_KEY set.
import { evaluateRule, getPrompt, getSecrets } from '../src/index.js';

const secrets = await getSecrets({ tags: ['llm'] });
console.log('secrets:', secrets.err ?? Object.keys(secrets.res));

const prompt = await getPrompt({ name: 'greeting', variables: { name: 'Ada' } });
console.log('prompt:', prompt.err ?? prompt.res?.compiledPrompt);

const rules = await evaluateRule({ entityType: 'context', fields: { model: 'gpt-4o', cost: 2 }, includeEntityData: true });
console.log('rules:', rules.err ?? rules.res?.matchingRuleIds);
