/** The words and "whole phrases" of a search, in lower case; as the server reads them. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split('"')
    .flatMap((part, i) => (i % 2 === 0 ? part.split(/\s+/) : [part]))
    .filter((word) => word !== "");
}
