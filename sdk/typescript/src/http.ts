/** Where and how to ask. */
export interface ConnectionOptions {
  /** Default: the variable PLATFORM_URL. */
  url?: string | undefined;
  /** Default: the variable PLATFORM_API_KEY. */
  apiKey?: string | undefined;
  /** The same as apiKey. */
  api_key?: string | undefined;
  /** Id of the organisation; default: the key's. */
  organisation?: string | undefined;
  /** Id of the project; default: the key's. */
  project?: string | undefined;
  /** Name of the environment; default: the key's. */
  environment?: string | undefined;
  /** Id of a database configuration of the key's project. */
  databaseConfig?: string | undefined;
  /** Milliseconds of one try; default 10000. */
  timeout?: number | undefined;
  /** Tries after the first; default 3. */
  retries?: number | undefined;
  /** Ends the call early. */
  signal?: AbortSignal | undefined;
}

/** The server did not give what was asked for; the message says why. */
export class Refused extends Error {}

class Busy extends Error {
  constructor(message: string, readonly after = 0) {
    super(message);
  }
}

export const SOURCE = 'ts-sdk';

const firstWait = 200; // milliseconds
const mostWait = 5_000;
const mostAsked = 30_000; // that a server may ask to wait
const answerLimit = 16 << 20; // bytes
const busy = new Set([429, 500, 502, 503, 504]);

/** Variables of the process; none in a browser. */
export const variables: Record<string, string | undefined> = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};

/** Asks and returns the answer, parsed. Every question only reads, so asking twice does no harm. */
export async function post(options: ConnectionOptions, path: string, body: unknown): Promise<Record<string, unknown>> {
  const { url, headers } = connection(options);
  const content = JSON.stringify(body);
  for (let tries = 0; ; tries++) {
    try {
      return await once(url + path, headers, content, options);
    } catch (e) {
      if (!(e instanceof Busy) || options.signal?.aborted) throw e instanceof Busy ? new Refused(e.message) : e;
      if (tries >= Math.max(0, options.retries ?? 3)) throw new Refused(e.message);
      await clock.sleep(wait(e, tries), options.signal);
    }
  }
}

function connection(options: ConnectionOptions): { url: string; headers: Record<string, string> } {
  const url = options.url || variables['PLATFORM_URL'];
  const key = options.apiKey || options.api_key || variables['PLATFORM_API_KEY'];
  if (!url) throw new Refused('no server: pass url or set the variable PLATFORM_URL');
  if (!/^https?:\/\/[^/]/.test(url)) throw new Refused('the URL of the server is not of the form https://host');
  if (!key) throw new Refused('no API key: pass apiKey or set the variable PLATFORM_API_KEY');
  if (/[^!-~]/.test(key)) throw new Refused('the API key has characters that no key has');
  const headers: Record<string, string> = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const chosen = {
    'x-platform-organisation-id': options.organisation,
    'x-platform-project-id': options.project,
    'x-platform-environment': options.environment,
    'x-platform-database-config-id': options.databaseConfig,
  };
  for (const [name, value] of Object.entries(chosen)) if (value) headers[name] = value;
  return { url: url.replace(/\/+$/, ''), headers };
}

async function once(url: string, headers: Record<string, string>, body: string, options: ConnectionOptions): Promise<Record<string, unknown>> {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, options.timeout ?? 10_000);
  options.signal?.addEventListener('abort', end, { once: true });
  if (options.signal?.aborted) end();
  try {
    // The key goes to the named server only: redirects are not followed.
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: controller.signal });
    const text = await read(answer);
    if (answer.status !== 200) throw refusal(answer, text);
    const parsed = parse(text);
    if (!parsed) throw new Refused('the answer of the server is not what was expected: is the URL the one of a platform?');
    return parsed;
  } catch (e) {
    if (e instanceof Refused || e instanceof Busy) throw e;
    throw new Busy(`the server cannot be reached: ${reason(e, options.signal)}`);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', end);
  }
}

async function read(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > answerLimit) {
      await reader.cancel();
      throw new Refused(`the answer of the server has more than ${answerLimit} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // proxies answer with pages
  }
}

function refusal(answer: Response, text: string): Error {
  const said = parse(text);
  let why = said?.['err'] || said?.['detail'];
  if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) {
    why ||= 'the server sends to another address, which is not followed: set the URL to it';
  }
  const message = `${why || `the server answered ${answer.statusText}`} (status ${answer.status})`;
  if (!busy.has(answer.status)) return new Refused(message);
  const seconds = Number(answer.headers.get('Retry-After'));
  return new Busy(message, seconds > 0 ? Math.min(seconds * 1000, mostAsked) : 0);
}

function reason(e: unknown, signal?: AbortSignal): string {
  if (signal?.aborted) return 'the call was ended';
  if (e instanceof Error && e.name === 'AbortError') return 'it took too long to answer';
  const cause = e instanceof Error ? (e.cause ?? e) : e;
  return cause instanceof Error ? cause.message : String(cause);
}

/** What the server asks for, or twice as long each time, spread so that clients do not come back together. */
function wait(e: Busy, tries: number): number {
  if (e.after > 0) return e.after;
  const most = Math.min(firstWait * 2 ** Math.min(tries, 10), mostWait);
  return most / 2 + (Math.random() * most) / 2;
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** How time passes; tests make it pass at once. */
export const clock = { sleep };

/** The text of an error that a call ends with. */
export function textOf(e: unknown): string {
  return e instanceof Error ? e.message : String(e);
}
