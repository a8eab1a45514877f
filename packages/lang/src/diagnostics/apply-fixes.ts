import type { SourcePosition } from '../ast/syntax-node.js';
import type { Diagnostic, TextEdit } from './diagnostic.js';

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly newText: string;
}

/** Applies the safe fixes of findings; if fixes affect the same text, only the first one. Returns `null` if there are none. */
export function applyFixes(source: string, diagnostics: readonly Diagnostic[]): { text: string; count: number } | null {
  // Positions do not include a byte order mark.
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(mark.length);
  const starts = lineStarts(text);
  const offset = ({ line, character }: SourcePosition): number => (starts[line] ?? text.length) + character;
  const taken: Change[] = [];
  let count = 0;
  for (const { fixes = [] } of diagnostics) {
    const fix = fixes.find(({ safe }) => safe);
    if (!fix) continue;
    const changes = fix.edits.map(({ range, newText }: TextEdit): Change => ({
      from: offset(range.start),
      to: offset(range.end),
      newText,
    }));
    if (changes.some((change) => taken.some((other) => change.from < other.to && other.from < change.to))) continue;
    if (changes.some((change) => taken.some((other) => change.from === other.from))) continue;
    taken.push(...changes);
    count += 1;
  }
  if (count === 0) return null;
  const changed = [...taken]
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to), text);
  return { text: mark + changed, count };
}
