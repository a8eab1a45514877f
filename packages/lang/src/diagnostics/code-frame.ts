import type { SourceRange } from '../ast/syntax-node.js';
import type { Diagnostic } from './diagnostic.js';

export interface FrameSource {
  /** File name shown in the header of the frame. */
  readonly file: string;
  /** The text that the diagnostic concerns. */
  readonly source: string;
}

interface FrameMarker {
  readonly range: SourceRange;
  readonly sign: '^' | '-';
  readonly message: string;
}

/**
 * Replaces characters so that each takes one column: tabs with a space, and those that move the cursor or change the text direction with a
 * box.
 */
const sanitizeLine = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- these are the characters to be replaced
  text.replace(/\t/g, ' ').replace(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD');

/** For longer lines, only the part around the mark is shown, since a whole file may be a single line. */
const maxColumns = 200;
const columnsBefore = 80;

/** Returns the visible part of a line, and the mark below it: from the start of the range to its end, or to the end of the line. */
function markedLine({ range, sign, message }: FrameMarker, line: string): readonly [text: string, mark: string] {
  const { start, end } = range;
  const isLong = line.length > maxColumns;
  const from = isLong ? Math.max(0, start.character - columnsBefore) : 0;
  const to = isLong ? from + maxColumns : line.length;
  const before = from > 0 ? '…' : '';
  const after = to < line.length ? '…' : '';
  const stop = Math.min(to, end.line === start.line ? end.character : line.trimEnd().length);
  const width = Math.max(1, stop - start.character);
  return [
    `${before}${sanitizeLine(line.slice(from, to))}${after}`,
    `${' '.repeat(start.character - from + before.length)}${sign.repeat(width)} ${message}`.trimEnd(),
  ];
}

/** Returns the source lines with their marks below, in source order. */
function markedLines(marks: readonly FrameMarker[], lines: readonly string[], gutter: number): string[] {
  const ordered = [...marks].sort(
    (a, b) => a.range.start.line - b.range.start.line || b.range.start.character - a.range.start.character,
  );
  const out: string[] = [];
  let shown = '';
  for (const mark of ordered) {
    const { line: at } = mark.range.start;
    const [text, marked] = markedLine(mark, lines[at] ?? '');
    const line = `${String(at + 1).padStart(gutter)}│ ${text}`.trimEnd();
    if (line !== shown) out.push(line);
    shown = line;
    out.push(`${' '.repeat(gutter)}│ ${marked}`);
  }
  return out;
}

/**
 * Renders a diagnostic as plain text: header, location, the marked line, the reason and the help. Lines and characters are counted from 1.
 * For a diagnostic about JSON, its path is shown instead of the lines.
 */
export function renderCodeFrame(diagnostic: Diagnostic, { file, source }: FrameSource): string {
  const out = [`${diagnostic.severity}[${diagnostic.code}]: ${diagnostic.title}`];
  if (diagnostic.range) {
    const { start } = diagnostic.range;
    const marks: FrameMarker[] = [
      { range: diagnostic.range, sign: '^', message: diagnostic.message },
      ...(diagnostic.related ?? [])
        .filter((each) => each.file === undefined)
        .map(({ range, message }): FrameMarker => ({ range, sign: '-', message })),
    ];
    const gutter = Math.max(2, ...marks.map(({ range }) => String(range.start.line + 1).length));
    const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/);
    out.push(`${' '.repeat(gutter)}┌─ ${file}:${start.line + 1}:${start.character + 1}`);
    out.push(...markedLines(marks, lines, gutter));
  } else {
    out.push(`  ┌─ ${diagnostic.path ?? file}`, `  │ ${diagnostic.message}`);
  }
  for (const { file: other, range, message } of diagnostic.related ?? [])
    if (other !== undefined) out.push(`  = ${message}: ${other}:${range.start.line + 1}:${range.start.character + 1}`);
  if (diagnostic.reason !== undefined) out.push(`  = ${diagnostic.reason}`);
  if (diagnostic.help !== undefined) out.push(`  help: ${diagnostic.help}`);
  for (const fix of diagnostic.fixes ?? []) out.push(`  fix: ${fix.title}`);
  return out.join('\n');
}
