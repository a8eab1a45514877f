import type { SourcePosition, SourceRange } from '@tamis/lang';

/** Where a position of a source stands in its text. */
export function offsetIn(source: string, { line, character }: SourcePosition): number {
  let start = 0;
  for (let index = 0; index < line; index += 1) start = source.indexOf('\n', start) + 1;
  return start + character;
}

/** A source with other text in place of a range. */
export const withReplaced = (source: string, { start, end }: SourceRange, text: string): string =>
  source.slice(0, offsetIn(source, start)) + text + source.slice(offsetIn(source, end));
