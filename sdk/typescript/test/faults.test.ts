// What the client does when the server is busy, slow, gone or strange.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock, test } from 'node:test';
import { clock } from '../src/http.js';
import { getPrompt, getSecrets, type SecretsOptions } from '../src/index.js';

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'lose' | 'hang';

const ok: Answer = { body: { err: null, res: { A: '1' } } };

/** Runs f with a server that answers one answer a request; the last one for all that follow. */
async function serving(answers: Answer[], f: (ask: (o?: SecretsOptions) => ReturnType<typeof getSecrets>, seen: { headers: IncomingMessage['headers']; body: string }[], url: string) => Promise<void>) {
  const seen: { headers: IncomingMessage['headers']; body: string }[] = [];
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === 'lose' || answer === undefined) return void request.socket.destroy();
      if (answer === 'hang') return void held.push(response);
      response.writeHead(answer.status ?? 200, answer.headers);
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await f((o = {}) => getSecrets({ url: url + '/', apiKey: 'plt_secret', ...o }), seen, url);
  } finally {
    for (const response of held) response.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Runs f without waiting between tries, and returns the waits. */
async function waits(f: () => Promise<void>): Promise<number[]> {
  const asked: number[] = [];
  const quick = mock.method(clock, 'sleep', async (milliseconds: number) => void asked.push(milliseconds));
  try {
    await f();
  } finally {
    quick.mock.restore();
  }
  return asked;
}

test('a busy server is asked again', () =>
  serving([{ status: 503 }, 'lose', ok], async (ask, seen) => {
    const asked = await waits(async () => assert.deepEqual(await ask(), { err: null, res: { A: '1' } }));
    assert.equal(seen.length, 3);
    assert.ok(asked[0]! >= 100 && asked[0]! <= 200 && asked[1]! >= 200 && asked[1]! <= 400, String(asked));
  }));

test('a server may say how long to wait', () =>
  serving([{ status: 429, headers: { 'Retry-After': '7' } }, { status: 503, headers: { 'Retry-After': '99999' } }, { status: 503, headers: { 'Retry-After': 'soon' } }, ok], async (ask) => {
    const asked = await waits(async () => void (await ask()));
    assert.deepEqual(asked.slice(0, 2), [7_000, 30_000]);
    assert.ok(asked[2]! < 1_000);
  }));

test('tries come to an end', () =>
  serving([{ status: 503, body: { err: 'not now' } }], async (ask, seen) => {
    await waits(async () => assert.deepEqual(await ask(), { err: 'not now (status 503)', res: {} }));
    assert.equal(seen.length, 4);
    assert.equal((await ask({ retries: 0 })).err, 'not now (status 503)');
    assert.equal(seen.length, 5);
  }));

test('a refusal is final', () =>
  serving([{ status: 401, body: { err: 'the API key is not valid', res: {} } }, { body: { err: 'closed', res: null } }], async (ask, seen) => {
    assert.deepEqual(await ask(), { err: 'the API key is not valid (status 401)', res: {} });
    assert.deepEqual(await ask(), { err: 'closed', res: {} });
    assert.equal(seen.length, 2);
  }));

test('the key does not follow redirects', () =>
  serving([{ status: 307, headers: { Location: '/elsewhere' } }], async (ask, seen) => {
    assert.match((await ask()).err ?? '', /not followed/);
    assert.equal(seen.length, 1);
  }));

test('a try that hangs is ended', () =>
  serving(['hang', ok], async (ask) => {
    assert.equal((await ask({ timeout: 100 })).err, null);
  }));

test('a call can be ended', () =>
  serving(['hang'], async (ask) => {
    const controller = new AbortController();
    const answer = ask({ signal: controller.signal });
    controller.abort();
    assert.equal((await answer).err, 'the server cannot be reached: the call was ended');
  }));

test('strange answers are errors', async () => {
  for (const body of ['<html>', '[]', 'null']) {
    await serving([{ body }], async (ask) => assert.match((await ask()).err ?? '', /not what was expected/));
  }
  await serving([{ body: 'x'.repeat((16 << 20) + 1) }], async (ask) => assert.match((await ask()).err ?? '', /more than/));
  await serving([{ status: 404, body: '<html>' }], async (ask) => assert.equal((await ask()).err, 'the server answered Not Found (status 404)'));
});

test('nobody listens', async () => {
  let gone = '';
  await serving([ok], async (_, __, url) => void (gone = url));
  await waits(async () => assert.match((await getSecrets({ url: gone, apiKey: 'k' })).err ?? '', /cannot be reached/));
});

test('what is sent', () =>
  serving([ok], async (ask, seen) => {
    await ask({ key: 'K', tags: ['a'], organisation: 'o', project: 'p', environment: 'e', databaseConfig: 'd', shouldSetEnv: true });
    assert.deepEqual(JSON.parse(seen[0]!.body), { key: 'K', tags: ['a'], source: 'ts-sdk' });
    const { authorization, ...headers } = seen[0]!.headers;
    assert.equal(authorization, 'Bearer plt_secret');
    assert.deepEqual(
      ['organisation-id', 'project-id', 'environment', 'database-config-id'].map((name) => headers[`x-platform-${name}`]),
      ['o', 'p', 'e', 'd'],
    );
    assert.equal(process.env['A'], '1');
    delete process.env['A'];
  }));

test('errors do not set variables', () =>
  serving([{ body: { err: 'half', res: { SDK_TEST_SECRET: 'x' } } }], async (ask) => {
    await ask({ shouldSetEnv: true });
    assert.equal(process.env['SDK_TEST_SECRET'], undefined);
  }));

test('the environment says where', () =>
  serving([ok], async (_, seen, url) => {
    const { PLATFORM_URL, PLATFORM_API_KEY } = process.env;
    try {
      process.env['PLATFORM_URL'] = url;
      process.env['PLATFORM_API_KEY'] = 'from-env';
      assert.equal((await getSecrets()).err, null);
      assert.equal(seen[0]?.headers.authorization, 'Bearer from-env');
      process.env['PLATFORM_URL'] = process.env['PLATFORM_API_KEY'] = '';
      assert.match((await getSecrets()).err ?? '', /PLATFORM_URL/);
      assert.match((await getSecrets({ url })).err ?? '', /PLATFORM_API_KEY/);
      assert.match((await getPrompt({ url: 'ftp://x', apiKey: 'k' })).err ?? '', /https:\/\/host/);
      assert.match((await getSecrets({ url, apiKey: 'a\nb' })).err ?? '', /characters/);
    } finally {
      for (const [name, value] of Object.entries({ PLATFORM_URL, PLATFORM_API_KEY })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  }));
