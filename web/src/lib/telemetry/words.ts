/** The words and "whole phrases" of a search, in lower case. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"|([^\s"]+)/g)].map(([, phrase, word]) => (phrase ?? word ?? "").toLowerCase());
}
