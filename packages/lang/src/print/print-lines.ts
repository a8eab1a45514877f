import type { Note } from './comment-map.js';
import { spaces, type PrintContext } from './print-context.js';

/** Comments behind something on its line. */
export const trailingComments = (comments: readonly string[]): string =>
  comments.map((comment) => `   ${comment}`).join('');

/** How the lines of one node are built. */
interface Line {
  /** What stands before the text on its first line; as wide as the indent of leading comments unless that is given. */
  readonly prefix: string;
  readonly text: string;
  /** What follows the text before a trailing comment. */
  readonly suffix?: string;
  /** Columns before leading comments. */
  readonly leadingIndent?: number;
  /** Blank lines that the author wrote are kept. */
  readonly keepsBlanks?: boolean;
}

function noteLines(notes: readonly Note[], indent: number, keepsBlanks: boolean): string[] {
  return notes.flatMap(({ text, isAfterBlank }) => [
    ...(keepsBlanks && isAfterBlank ? [''] : []),
    `${spaces(indent)}${text}`,
  ]);
}

/** A node with its comments: those above, then the node, then those behind it. */
export function printLine(node: object, line: Line, { comments }: PrintContext): string[] {
  const { prefix, text, suffix = '', leadingIndent = prefix.length, keepsBlanks = false } = line;
  const { leading, trailing, isAfterBlank } = comments.of(node);
  return [
    ...noteLines(leading, leadingIndent, keepsBlanks),
    ...(keepsBlanks && isAfterBlank ? [''] : []),
    `${prefix}${text}${suffix}${trailingComments(trailing)}`,
  ];
}

/** The end of a block: its last comments and the closing brace. */
export function printEnd(node: object, indent: number, { comments }: PrintContext): string[] {
  return [...noteLines(comments.of(node).dangling, indent + 2, true), `${spaces(indent)}}`];
}

/** Without blank lines at the start. */
export const trimmed = (lines: readonly string[]): readonly string[] =>
  lines[0] === '' ? trimmed(lines.slice(1)) : lines;
