import type { SourcePosition, SourceRange } from '@tamis/lang';

/** Where a position of a source stands in its text. */
export function offsetAt(source: string, { line, character }: SourcePosition): number {
  let start = 0;
  for (let index = 0; index < line; index += 1) start = source.indexOf('\n', start) + 1;
  return start + character;
}

/** A source with other text in place of a range. */
export const replaceRange = (source: string, { start, end }: SourceRange, text: string): string =>
  source.slice(0, offsetAt(source, start)) + text + source.slice(offsetAt(source, end));
