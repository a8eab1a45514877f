import type { SourcePosition, SourceRange } from '@tamis/lang';

/** Returns the offset of a source position in the text. */
export function offsetAt(source: string, { line, character }: SourcePosition): number {
  let start = 0;
  for (let index = 0; index < line; index += 1) start = source.indexOf('\n', start) + 1;
  return start + character;
}

/** Replaces a range of a source with another text. */
export const replaceRange = (source: string, { start, end }: SourceRange, text: string): string =>
  source.slice(0, offsetAt(source, start)) + text + source.slice(offsetAt(source, end));
