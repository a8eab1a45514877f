import type { Text } from '@codemirror/state';
import type { Position, Range } from 'vscode-languageserver-types';

/** Returns the line and character of an offset, both from 0, as the language counts. */
export function positionAt(text: Text, offset: number): Position {
  const line = text.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** Returns the offset of a position, or the nearest one that exists, because a finding may refer to a longer text. */
export function offsetAt(text: Text, { line, character }: Position): number {
  if (line >= text.lines) return text.length;
  const { from, to } = text.line(line + 1);
  return Math.min(from + character, to);
}

export const rangeOf = (text: Text, from: number, to: number): Range => ({
  start: positionAt(text, from),
  end: positionAt(text, to),
});
