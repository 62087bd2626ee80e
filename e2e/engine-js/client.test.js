// The official JavaScript client against the embedded engine. ENGINE_URL and
// ENGINE_PASSWORD say where it listens; client_test.go starts it.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { createClient } from '@clickhouse/client'

const options = { url: process.env.ENGINE_URL, username: 'default', password: process.env.ENGINE_PASSWORD }
const client = createClient(options)

before(() => client.command({ query: 'CREATE TABLE events (id UInt64, name String, attributes Map(String, String), at DateTime64(3)) ENGINE = MergeTree ORDER BY id' }))
after(() => client.close())

const rows = async (query, extra = {}) => (await client.query({ query, format: 'JSONEachRow', ...extra })).json()

test('ping', async () => {
  assert.equal((await client.ping()).success, true)
})

test('ping with a query', async () => {
  assert.equal((await client.ping({ select: true })).success, true)
})

test('rows are inserted and read back', async () => {
  const inserted = await client.insert({
    table: 'events',
    values: [{ id: 1, name: "it's", attributes: { a: 'b' }, at: '2026-01-02 03:04:05.678' }],
    format: 'JSONEachRow',
  })
  assert.equal(inserted.summary.written_rows, '1')
  assert.ok(inserted.query_id)
  assert.deepEqual(await rows('SELECT * FROM events WHERE id = 1'),
    [{ id: 1, name: "it's", attributes: { a: 'b' }, at: '2026-01-02 03:04:05.678' }])
})

test('rows are inserted from a stream', async () => {
  const lines = Readable.from((function* () { for (let i = 1000; i < 21000; i++) yield [i, 'streamed'] })(), { objectMode: true })
  await client.insert({ table: 'events', columns: ['id', 'name'], values: lines, format: 'JSONCompactEachRow' })
  assert.deepEqual(await rows("SELECT toUInt32(count()) AS n FROM events WHERE name = 'streamed'"), [{ n: 20000 }])
})

test('parameters are bound', async () => {
  assert.deepEqual(await rows('SELECT {s: String} AS s, {n: Int32} AS n, {l: Array(UInt8)} AS l, {d: Nullable(String)} AS d',
    { query_params: { s: "a'\\\n\t", n: -5, l: [1, 2], d: null } }), [{ s: "a'\\\n\t", n: -5, l: [1, 2], d: null }])
})

test('settings apply to a query', async () => {
  assert.deepEqual(await rows("SELECT toString(getSetting('max_threads')) AS v", { clickhouse_settings: { max_threads: 3 } }), [{ v: '3' }])
})

test('a session keeps temporary tables', async () => {
  const session = createClient({ ...options, session_id: 'js-' + process.pid })
  await session.command({ query: 'CREATE TEMPORARY TABLE mine (a UInt8)' })
  await session.insert({ table: 'mine', values: [{ a: 7 }], format: 'JSONEachRow' })
  assert.deepEqual(await (await session.query({ query: 'SELECT a FROM mine', format: 'JSONEachRow' })).json(), [{ a: 7 }])
  await session.close()
})

test('a long result is streamed', async () => {
  const result = await client.query({ query: 'SELECT number FROM numbers(500000)', format: 'JSONEachRow' })
  let n = 0
  for await (const batch of result.stream()) n += batch.length
  assert.equal(n, 500000)
})

test('JSON has its statistics', async () => {
  const result = await (await client.query({ query: 'SELECT 1 AS one', format: 'JSON' })).json()
  assert.deepEqual(result.data, [{ one: 1 }])
  assert.equal(result.rows, 1)
})

test('compressed both ways', async () => {
  const packed = createClient({ ...options, compression: { request: true, response: true } })
  await packed.insert({ table: 'events', values: [{ id: 2, name: 'z'.repeat(10000) }], format: 'JSONEachRow' })
  const back = await (await packed.query({ query: 'SELECT length(name) AS n FROM events WHERE id = 2', format: 'JSONCompact' })).json()
  assert.equal(Number(back.data[0][0]), 10000)
  await packed.close()
})

test('errors carry code and type', async () => {
  await assert.rejects(client.query({ query: 'SELECT * FROM nowhere' }), (e) => e.code === '60' && e.type === 'UNKNOWN_TABLE')
  await assert.rejects(client.command({ query: 'SELEC' }), (e) => e.code === '47' || e.code === '62')
})

test('an error within a stream reaches the reader', async () => {
  const result = await client.query({ query: 'SELECT number, throwIf(number = 3000000) FROM numbers(4000000)', format: 'JSONEachRow', clickhouse_settings: { max_threads: 1 } })
  await assert.rejects(async () => { for await (const _ of result.stream()); })
})

test('progress comes in headers', async () => {
  const result = await client.query({
    query: 'SELECT sleepEachRow(0.2) AS s FROM numbers(5)', format: 'JSONEachRow',
    clickhouse_settings: { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '100', max_block_size: '1' },
  })
  await result.json()
  assert.ok(result.response_headers['x-clickhouse-summary'])
})

test('an aborted query ends in the engine', async () => {
  const abort = new AbortController()
  const query = client.query({ query: 'SELECT count() /* aborted */ FROM numbers(1000000000000) WHERE sipHash64(number) = 1', format: 'JSONEachRow', abort_signal: abort.signal })
  const running = async () => Number((await rows("SELECT count() AS n FROM system.processes WHERE position(query, '/* aborted */') > 0 AND position(query, 'system.processes') = 0"))[0].n)
  while ((await running()) === 0);
  abort.abort()
  await assert.rejects(query)
  while ((await running()) !== 0);
})
