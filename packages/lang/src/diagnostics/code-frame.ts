import type { SourceRange } from '../ast/syntax-node.js';
import type { Diagnostic } from './diagnostic.js';

export interface FrameSource {
  /** Shown in the head of the frame. */
  readonly file: string;
  /** The text the diagnostic is about. */
  readonly source: string;
}

interface FrameMarker {
  readonly range: SourceRange;
  readonly sign: '^' | '-';
  readonly message: string;
}

/** One column for each character: tabs as a space, what would move the cursor or the direction of writing as a box. */
const sanitizeLine = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- these are the characters to be replaced
  text.replace(/\t/g, ' ').replace(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD');

/** From the start of the range to its end, or to the end of the first line. */
function underline(mark: FrameMarker, line: string): string {
  const { start, end } = mark.range;
  const stop = end.line === start.line ? end.character : line.trimEnd().length;
  const width = Math.max(1, stop - start.character);
  return `${' '.repeat(start.character)}${mark.sign.repeat(width)} ${mark.message}`.trimEnd();
}

/** The lines of source with their marks below, in the order of the text. */
function markedLines(marks: readonly FrameMarker[], lines: readonly string[], gutter: number): string[] {
  const ordered = [...marks].sort(
    (a, b) => a.range.start.line - b.range.start.line || b.range.start.character - a.range.start.character,
  );
  const out: string[] = [];
  let shown = -1;
  for (const mark of ordered) {
    const { line: at } = mark.range.start;
    const text = lines[at] ?? '';
    if (at !== shown) out.push(`${String(at + 1).padStart(gutter)}│ ${sanitizeLine(text)}`.trimEnd());
    shown = at;
    out.push(`${' '.repeat(gutter)}│ ${underline(mark, text)}`);
  }
  return out;
}

/**
 * A diagnostic as plain text: head, place, the line with a mark, the reason and the help. Lines and characters count from 1.
 * A diagnostic about JSON shows its path in place of the lines.
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
