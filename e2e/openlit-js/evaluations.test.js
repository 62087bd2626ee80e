// The released package has answers judged, by URL and key alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import openlit from 'openlit';

const { eval: runEval, getEvalTypes } = openlit.default ?? openlit;
const openlitUrl = process.env.SERVER_URL;
const openlitApiKey = process.env.SERVER_KEY;
const ask = (options) => runEval({ openlitUrl, openlitApiKey, prompt: 'What is the capital of France?', response: 'Lyon.', printResults: false, ...options });

test('every enabled type', async () => {
  const answer = await ask({});
  assert.equal(answer.success, true, answer.error);
  assert.equal(answer.evaluations.length, 12);
  assert.deepEqual(answer.evaluations[0], { type: 'hallucination', score: 0.85, verdict: 'yes', classification: 'scripted', explanation: 'so says the script' });
  assert.equal(answer.metadata.model, 'scripted');
});

test('chosen types, with contexts and a threshold', async () => {
  const answer = await ask({ evalTypes: ['hallucination', 'tone'], contexts: ['Paris is the capital.'], thresholdScore: 0.9, runId: 'run-7', metadata: { branch: 'main' } });
  assert.deepEqual(answer.evaluations.map((e) => [e.type, e.verdict]), [['hallucination', 'no'], ['tone', 'no']]);
  assert.equal(answer.contextApplied.userContextsCount, 1);
  assert.equal(answer.metadata.runId, 'run-7');
});

test('types', async () => {
  const types = await getEvalTypes({ openlitUrl, openlitApiKey });
  assert.equal(types.length, 12);
  assert.deepEqual(types[0], { id: 'hallucination', label: 'Hallucination', description: types[0].description, enabled: true, isCustom: false });
  assert.equal(types[11].isCustom, true);
});

test('errors', async () => {
  assert.match((await ask({ evalTypes: ['beauty'] })).error, /does not exist or is not enabled/);
  assert.equal((await ask({ openlitApiKey: 'wrong' })).error, 'Authentication failed. Check your OpenLIT API key.');
});
