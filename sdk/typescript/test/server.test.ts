// The client against a running server, which the variables name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateRule, getPrompt, getSecrets } from '../src/index.js';

const { PROMPT_ID: promptId, CONTEXT_ID: contextId, RULE_ID: ruleId } = process.env;
const skip = process.env['PLATFORM_URL'] && promptId ? false : 'no server is named';

test('secrets', { skip }, async () => {
  assert.deepEqual(await getSecrets(), { err: null, res: { SDK_ONE: 'sk-planted', SDK_TWO: 'quote " backslash \\ ü' } });
  assert.deepEqual((await getSecrets({ key: 'SDK_TWO' })).res, { SDK_TWO: 'quote " backslash \\ ü' });
  assert.deepEqual((await getSecrets({ tags: ['llm', 'none'] })).res, { SDK_ONE: 'sk-planted' });
  assert.deepEqual(await getSecrets({ key: 'NONE' }), { err: null, res: {} });
  assert.equal(process.env['SDK_ONE'], undefined);
  await getSecrets({ key: 'SDK_ONE', should_set_env: true });
  assert.equal(process.env['SDK_ONE'], 'sk-planted');
});

test('prompts', { skip }, async () => {
  const { err, res } = await getPrompt({ name: 'greeting', variables: { name: 'Ada', n: 3 } });
  assert.equal(err, null);
  assert.equal(res?.version, '10.0.0');
  assert.equal(res.compiledPrompt, 'Hello Ada, 3 times');
  assert.equal((await getPrompt({ promptId, version: '9.0.0', shouldCompile: false })).res?.compiledPrompt, 'Nine {{name}}');
  assert.deepEqual(await getPrompt({ name: 'none' }), { err: 'no published prompt named none', res: null });
});

test('rules', { skip }, async () => {
  const fields = { model: 'gpt-4o', cost: 2 };
  const { err, res } = await evaluateRule({ entityType: 'context', fields, includeEntityData: true });
  assert.equal(err, null);
  assert.deepEqual(res?.matchingRuleIds, [ruleId]);
  assert.equal(res.entity_data?.[`context:${contextId}`]?.['content'], 'Prices are in euros.');
  assert.deepEqual(await evaluateRule({ entityType: 'context', fields: { model: 'gpt-4o' } }), { err: null, res: { matchingRuleIds: [], entities: [] } });
  const prompt = await evaluateRule({ entityType: 'prompt', fields, includeEntityData: true, entityInputs: { variables: { name: 'Ada', n: 1 } } });
  assert.equal(prompt.res?.entity_data?.[`prompt:${promptId}`]?.['compiledPrompt'], 'Hello Ada, 1 times');
  assert.match((await evaluateRule({ entityType: 'context', fields: {} })).err ?? '', /status 400/);
});

test('a wrong key', { skip }, async () => {
  const err = 'the API key is not valid (status 401)';
  assert.deepEqual(await getSecrets({ apiKey: 'wrong' }), { err, res: {} });
  assert.deepEqual(await getPrompt({ api_key: 'wrong', name: 'x' }), { err, res: null });
  assert.deepEqual(await evaluateRule({ apiKey: 'wrong', entityType: 'context', fields: { a: 1 } }), { err, res: null });
});
