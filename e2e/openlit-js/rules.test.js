// The released package evaluates rules by URL and key alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import openlit from 'openlit';

const { evaluateRule, eval: runEval, getEvalTypes } = openlit.default ?? openlit;
const url = process.env.SERVER_URL;
const apiKey = process.env.SERVER_KEY;
const { PROMPT_ID: promptId, CONTEXT_ID: contextId, RULE_ID: ruleId } = process.env;

const matching = {
  matchingRuleIds: [ruleId],
  entities: [{ rule_id: ruleId, entity_type: 'context', entity_id: contextId }],
};

test('a rule that matches', async () => {
  assert.deepEqual(await evaluateRule({ url, apiKey, entityType: 'context', fields: { model: 'gpt-4o', cost: 2, vip: true } }), matching);
});

test('with the data of a context', async () => {
  const answer = await evaluateRule({ url, apiKey, entityType: 'context', fields: { model: 'gpt-4o', cost: 2, vip: true }, includeEntityData: true });
  const record = answer.entity_data[`context:${contextId}`];
  assert.equal(record.id, contextId);
  assert.equal(record.content, 'Prices are in euros.');
});

test('with the data of a prompt', async () => {
  const answer = await evaluateRule({
    url, apiKey, entityType: 'prompt', fields: { model: 'gpt-4o', cost: 2, vip: true },
    includeEntityData: true, entityInputs: { variables: { name: 'Ada', n: 1 } },
  });
  assert.equal(answer.entity_data[`prompt:${promptId}`].compiledPrompt, 'Hello Ada, 1 times {{other}}');
});

test('a field that is missing fails its condition', async () => {
  assert.deepEqual(await evaluateRule({ url, apiKey, entityType: 'context', fields: { model: 'gpt-4o' } }), { matchingRuleIds: [], entities: [] });
});

test('errors are statuses', async () => {
  const f = async (options, status) =>
    assert.deepEqual(await evaluateRule({ url, apiKey, entityType: 'context', fields: { a: 1 }, ...options }), { err: `Openlit Error : HTTP error! Status: ${status}` });
  await f({ apiKey: 'openlit-wrong' }, 401);
  await f({ entityType: 'secret' }, 400);
  await f({ fields: {} }, 400);
  await f({ fields: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, i])) }, 400);
});

test('evaluations without a model say what to configure', async () => {
  const answer = await runEval({ openlitUrl: url, openlitApiKey: apiKey, prompt: 'p', response: 'r', printResults: false });
  assert.equal(answer.success, false);
  assert.match(answer.error, /^no model is configured for evaluations/);
  const refused = await runEval({ openlitUrl: url, openlitApiKey: 'wrong', prompt: 'p', response: 'r', printResults: false });
  assert.equal(refused.error, 'Authentication failed. Check your OpenLIT API key.');
  assert.deepEqual(await getEvalTypes({ openlitUrl: url, openlitApiKey: apiKey }), []);
});
