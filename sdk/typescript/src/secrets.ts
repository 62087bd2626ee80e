import { type ConnectionOptions, post, SOURCE, textOf, variables } from './http.js';

export interface SecretsOptions extends ConnectionOptions {
  /** Only the secret of this name. */
  key?: string | undefined;
  /** Only secrets with at least one of these tags. */
  tags?: string[] | undefined;
  /** Also set them as environment variables of this process. */
  shouldSetEnv?: boolean | undefined;
  /** The same as shouldSetEnv. */
  should_set_env?: boolean | undefined;
}

/** Secrets by name; empty when there is an error. */
export interface SecretsResult {
  err: string | null;
  res: Record<string, string>;
}

/** Gets secrets: all, one by name, or those with any of some tags. */
export async function getSecrets(options: SecretsOptions = {}): Promise<SecretsResult> {
  try {
    const answer = await post(options, '/api/vault/get-secrets', { key: options.key, tags: options.tags, source: SOURCE });
    const err = answer['err'] == null ? null : String(answer['err']);
    const res = (answer['res'] ?? {}) as Record<string, string>;
    if (err === null && (options.shouldSetEnv || options.should_set_env)) Object.assign(variables, res);
    return { err, res };
  } catch (e) {
    return { err: textOf(e), res: {} };
  }
}
