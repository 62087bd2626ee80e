// The released package asks for prompts by URL and key alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import openlit from 'openlit';

const { getPrompts } = openlit.default ?? openlit;
const url = process.env.SERVER_URL;
const apiKey = process.env.SERVER_KEY;
const promptId = process.env.PROMPT_ID;

test('the newest by name, compiled', async () => {
  const { err, res } = await getPrompts({ url, apiKey, name: 'greeting', shouldCompile: true, variables: { name: 'Ada', n: 3 } });
  assert.equal(err, null);
  assert.match(res.versionId, /^prv_/);
  delete res.versionId;
  assert.deepEqual(res, {
    promptId,
    name: 'greeting',
    version: '10.0.0',
    tags: ['llm'],
    metaProperties: { team: 'x' },
    prompt: 'Hello {{name}}, {{n}} times {{other}}',
    compiledPrompt: 'Hello Ada, 3 times {{other}}',
  });
});

test('a version by id, as it is', async () => {
  const { err, res } = await getPrompts({ url, apiKey, promptId, version: '9.0.0', variables: { name: 'Ada' }, metaProperties: { more: 1 } });
  assert.equal(err, null);
  assert.equal(res.version, '9.0.0');
  assert.equal(res.compiledPrompt, 'Nine {{name}}');
});

test('errors are texts', async () => {
  assert.deepEqual(await getPrompts({ url, apiKey, name: 'none' }), { err: 'no published prompt named none', res: null });
  assert.deepEqual(await getPrompts({ url, apiKey, name: 'unfinished' }), { err: 'no published prompt named unfinished', res: null });
  assert.deepEqual(await getPrompts({ url, apiKey }), { err: 'name or id of the prompt is required', res: null });
});

test('a URL that ends in a slash', async () => {
  const { err } = await getPrompts({ url: url + '/', apiKey, name: 'greeting' });
  assert.equal(err, null);
});

test('a wrong key, and none', async () => {
  assert.deepEqual(await getPrompts({ url, apiKey: 'openlit-wrong', name: 'greeting' }), { err: 'Openlit Error : HTTP error! Status: 401' });
  assert.deepEqual(await getPrompts({ url, name: 'greeting' }), { err: 'Openlit Error : HTTP error! Status: 401' });
});
