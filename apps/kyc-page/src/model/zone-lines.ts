import { type MrzProblem, readMrz } from '@tamis/identity-documents/mrz';

/** Lines as they were typed into one field, without empty ones. */
export const linesOf = (typed: string): readonly string[] =>
  typed
    .toUpperCase()
    .split(/[\r\n]+/u)
    .map((line) => line.replaceAll(/\s+/gu, ''))
    .filter((line) => line !== '');

/** A part of a line, marked where it does not fit. */
export interface LinePart {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface ShownLine {
  readonly parts: readonly LinePart[];
  readonly length: number;
  /** How many characters it should have; empty where nobody knows yet. */
  readonly wanted: string;
}

/** What is wrong with lines that were typed so far: by our own reading, which the server repeats and completes. */
export const problemsOf = (lines: readonly string[]): readonly MrzProblem[] =>
  lines.length === 0 ? [] : readMrz(lines).problems;

/** Something that does not fit, said by the page or by the server. */
export interface Correction {
  readonly field: string;
  readonly line: number;
  readonly column?: number | undefined;
  readonly length?: number | undefined;
}

/** Lines for showing, with the characters marked that corrections are about. */
export function shownLines(lines: readonly string[], corrections: readonly Correction[]): readonly ShownLine[] {
  return lines.map((text, index) => {
    const marked = new Set<number>();
    for (const { line, column, length = 1 } of corrections)
      if (line === index + 1 && column !== undefined)
        for (let at = column - 1; at < column - 1 + length; at += 1) marked.add(at);
    return { parts: partsOf(text, marked), length: text.length, wanted: wantedLength(lines) };
  });
}

function partsOf(text: string, marked: ReadonlySet<number>): readonly LinePart[] {
  const parts: { text: string; isMarked: boolean }[] = [];
  for (const [at, character] of [...text].entries()) {
    const isMarked = marked.has(at);
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += character;
    else parts.push({ text: character, isMarked });
  }
  return parts;
}

function wantedLength(lines: readonly string[]): string {
  const code = lines[0]?.charAt(0) ?? '';
  if (lines.length === 3) return '30';
  if (code === 'P') return '44';
  return lines.length === 2 && code !== '' ? '36 / 44' : '';
}
