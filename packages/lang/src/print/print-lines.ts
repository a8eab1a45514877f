import type { Note } from './comment-map.js';
import { spaces, type PrintContext } from './print-context.js';

/** Returns comments that follow on the same line. */
export const trailingComments = (comments: readonly string[]): string =>
  comments.map((comment) => `   ${comment}`).join('');

/** The parts from which the lines of one node are built. */
interface Line {
  /** Text before the first line; leading comments are indented by its width unless `leadingIndent` is given. */
  readonly prefix: string;
  readonly text: string;
  /** Text between the node and a trailing comment. */
  readonly suffix?: string;
  /** Columns before leading comments. */
  readonly leadingIndent?: number;
  /** Whether the author's blank lines are kept. */
  readonly keepsBlanks?: boolean;
}

function noteLines(notes: readonly Note[], indent: number, keepsBlanks: boolean): string[] {
  return notes.flatMap(({ text, isAfterBlank }) => [
    ...(keepsBlanks && isAfterBlank ? [''] : []),
    `${spaces(indent)}${text}`,
  ]);
}

/** Prints a node with its comments: those above, then the node, then those after it. */
export function printLine(node: object, line: Line, { comments }: PrintContext): string[] {
  const { prefix, text, suffix = '', leadingIndent = prefix.length, keepsBlanks = false } = line;
  const { leading, trailing, isAfterBlank } = comments.of(node);
  return [
    ...noteLines(leading, leadingIndent, keepsBlanks),
    ...(keepsBlanks && isAfterBlank ? [''] : []),
    `${prefix}${text}${suffix}${trailingComments(trailing)}`,
  ];
}

/** Prints the end of a block: its last comments and the closing brace. */
export function printEnd(node: object, indent: number, { comments }: PrintContext): string[] {
  return [...noteLines(comments.of(node).dangling, indent + 2, true), `${spaces(indent)}}`];
}

/** Returns the lines without blank lines at the start. */
export const trimmed = (lines: readonly string[]): readonly string[] =>
  lines[0] === '' ? trimmed(lines.slice(1)) : lines;
