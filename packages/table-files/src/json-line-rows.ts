import { decodedText } from './decoded-text.js';
import type { JsonRow } from './json/json-row.js';
import { jsonShapeProblem } from './json/json-shape.js';
import { tableLimits } from './table-limits.js';
import { TableFormatError } from './table-row.js';

/** Reads lines of JSON and skips empty ones. Throws `TableFormatError`. */
export function* jsonLineRows(chunks: Iterable<Uint8Array>): Generator<JsonRow> {
  let line = 0;
  for (const text of linesOf(decodedText(chunks, 'utf-8', ''))) {
    line += 1;
    if (line > tableLimits.rows)
      throw new TableFormatError(
        `has more than ${tableLimits.rows} lines, empty ones included; send it in parts`,
        line,
      );
    const row = text.trim();
    if (row === '') continue;
    const problem = lineProblem(row);
    yield { line, text: problem === null ? row : '', problem };
  }
}

function* linesOf(texts: Iterable<string>): Generator<string> {
  let rest = '';
  let line = 1;
  for (const text of texts) {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield rest + text.slice(from, end);
      rest = '';
      from = end + 1;
      line += 1;
    }
    rest += text.slice(from);
    if (rest.length > tableLimits.rowCharacters)
      throw new TableFormatError(`has more than ${tableLimits.rowCharacters} characters`, line);
  }
  yield rest;
}

function lineProblem(text: string): string | null {
  const problem = jsonShapeProblem(text);
  if (problem !== null) return problem;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? null : 'is not JSON';
  } catch {
    return 'is not JSON';
  }
}
