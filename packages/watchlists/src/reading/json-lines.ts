import { decodedText } from './decoded-text.js';
import type { ListFile } from './list-file.js';
import { ListFormatError } from './list-format-error.js';
import { listLimits } from '../list-limits.js';

export interface JsonLine {
  readonly at: string;
  /** `undefined` if the line is not JSON. */
  readonly value: unknown;
}

/** Yields lines in the groups in which they are read, without empty ones. Throws `ListFormatError`, also if the last line has no end. */
export async function* jsonLines(file: ListFile): AsyncGenerator<readonly JsonLine[]> {
  let rest = '';
  let number = 0;
  const lineOf = (text: string): JsonLine => ({
    at: `line ${(number += 1)}`,
    value: text.trim() === '' ? null : parsed(text),
  });
  for await (const text of decodedText(file, 'utf-8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > listLimits.elementCharacters)
      throw new ListFormatError(
        file.name,
        `line ${number + 1}: has more than ${listLimits.elementCharacters} characters`,
      );
    yield lines.map(lineOf).filter(({ value }) => value !== null);
  }
  if (rest.trim() === '') return;
  if (file.expectedBytes === null) throw new ListFormatError(file.name, 'ends within a line; load it again');
  yield [lineOf(rest)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
