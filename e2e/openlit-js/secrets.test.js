// The released package asks for secrets by URL and key alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import openlit from 'openlit';

const { getSecrets } = openlit.default ?? openlit;
const url = process.env.SERVER_URL;
const apiKey = process.env.SERVER_KEY;

test('all secrets', async () => {
  assert.deepEqual(await getSecrets({ url, apiKey }), {
    err: null,
    res: { OPENAI_API_KEY: 'sk-planted', STRIPE_KEY: 'quote " backslash \\ ü' },
  });
});

test('one by its name', async () => {
  assert.deepEqual(await getSecrets({ url, apiKey, key: 'STRIPE_KEY' }), {
    err: null,
    res: { STRIPE_KEY: 'quote " backslash \\ ü' },
  });
});

test('by any of its tags', async () => {
  assert.deepEqual(await getSecrets({ url, apiKey, tags: ['llm', 'none'] }), { err: null, res: { OPENAI_API_KEY: 'sk-planted' } });
});

test('a name that is not there', async () => {
  assert.deepEqual(await getSecrets({ url, apiKey, key: 'NONE' }), { err: null, res: {} });
});

test('a URL that ends in a slash', async () => {
  const { err, res } = await getSecrets({ url: url + '/', apiKey, key: 'OPENAI_API_KEY' });
  assert.equal(err, null);
  assert.equal(res.OPENAI_API_KEY, 'sk-planted');
});

test('set as environment variables', async () => {
  delete process.env.OPENAI_API_KEY;
  await getSecrets({ url, apiKey, key: 'OPENAI_API_KEY', shouldSetEnv: true });
  assert.equal(process.env.OPENAI_API_KEY, 'sk-planted');
});

test('a wrong key', async () => {
  const { err, res } = await getSecrets({ url, apiKey: 'openlit-wrong', shouldSetEnv: true });
  assert.equal(err, 'Openlit Error : HTTP error! Status: 401');
  assert.equal(res, undefined);
});

test('no key', async () => {
  const { err } = await getSecrets({ url });
  assert.equal(err, 'Openlit Error : HTTP error! Status: 401');
});
