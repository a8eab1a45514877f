import { type MrzProblem, readMrz } from '@tamis/identity-documents/mrz';

/** Splits the text of one field into lines, without empty ones. */
export const linesOf = (typed: string): readonly string[] =>
  typed
    .toUpperCase()
    .split(/[\r\n]+/u)
    .map((line) => line.replaceAll(/\s+/gu, ''))
    .filter((line) => line !== '');

/** A part of a line, marked if it is part of a problem. */
export interface LinePart {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface ShownLine {
  readonly parts: readonly LinePart[];
  readonly length: number;
  /** Expected number of characters; empty if it is not known yet. */
  readonly wanted: string;
}

/** Returns the problems in the lines typed so far, as this page parses them. The server repeats the check and completes it. */
export const problemsOf = (lines: readonly string[]): readonly MrzProblem[] =>
  lines.length === 0 ? [] : readMrz(lines).problems;

/** A problem in the lines, found by the page or by the server. */
export interface Correction {
  readonly field: string;
  readonly line: number;
  readonly column?: number | undefined;
  readonly length?: number | undefined;
}

/** Returns the lines for display, with the characters marked to which corrections refer. */
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
