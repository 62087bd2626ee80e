import { type ConnectionOptions, post, SOURCE, textOf } from './http.js';

export interface PromptOptions extends ConnectionOptions {
  /** Name of the prompt; it or promptId is needed. */
  name?: string | undefined;
  promptId?: string | undefined;
  /** Default: the newest published version. */
  version?: string | undefined;
  /** Fill in variables; default true. */
  shouldCompile?: boolean | undefined;
  /** Values for `{{name}}`. */
  variables?: Record<string, unknown> | undefined;
}

/** A published version of a prompt. */
export interface Prompt {
  promptId: string;
  versionId: string;
  name: string;
  version: string;
  tags: string[];
  metaProperties: Record<string, unknown>;
  /** With variables as they are. */
  prompt: string;
  /** With variables filled in. */
  compiledPrompt: string;
}

/** A prompt; null when there is an error. */
export interface PromptResult {
  err: string | null;
  res: Prompt | null;
}

/** Gets a published prompt by name or id. */
export async function getPrompt(options: PromptOptions): Promise<PromptResult> {
  try {
    const { name, promptId, version, variables, shouldCompile = true } = options;
    const answer = await post(options, '/api/prompt/get-compiled', { name, id: promptId, version, shouldCompile, variables, source: SOURCE });
    return { err: answer['err'] == null ? null : String(answer['err']), res: (answer['res'] ?? null) as Prompt | null };
  } catch (e) {
    return { err: textOf(e), res: null };
  }
}
