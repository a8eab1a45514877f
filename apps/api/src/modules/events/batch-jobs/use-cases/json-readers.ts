import { type JsonArray, type JsonRow, TableFormatError } from '@tamis/table-files';

import { scanJson } from '../../../../platform/http/index.js';
import { unreadableRow } from '../domain/unreadable-row.js';
import type { FileReaders, FileRows } from './read-uploads.js';

/**
 * Returns readers for files whose rows are JSON, either as an array or one per line. The numbers of `exactMembers` are read digit for
 * digit.
 */
export function jsonReaders(array: JsonArray, exactMembers: readonly string[] = []): FileReaders {
  const lines: FileReaders[string] = (file, { read }) => lineRows(read(file, { kind: 'jsonl' }), exactMembers);
  return {
    json: (file, { read }) => elementRows(read(file, { kind: 'json', array }), exactMembers),
    jsonl: lines,
    ndjson: lines,
  };
}

/** A file that is a single JSON document is read completely or rejected. */
async function* elementRows(rows: AsyncIterable<JsonRow>, exactMembers: readonly string[]): FileRows {
  for await (const { line, text } of rows) {
    const problem = scanJson(text, { exactMembers });
    if (problem) throw new TableFormatError(`cannot be read as JSON: ${problem.message}`, line + problem.line - 1);
    yield text;
  }
}

/** A line that would not be accepted as JSON in a request is reported as an unreadable row. */
async function* lineRows(rows: AsyncIterable<JsonRow>, exactMembers: readonly string[]): FileRows {
  for await (const { line, text, problem } of rows)
    yield problem === null ? checkRow(text, line, exactMembers) : unreadableRow(`line ${line} ${problem}`, null);
}

function checkRow(text: string, line: number, exactMembers: readonly string[]): string {
  const problem = scanJson(text, { exactMembers });
  if (!problem) return text;
  const { externalId } = JSON.parse(text) as { externalId?: unknown };
  const named = typeof externalId === 'string' && !externalId.includes('\0') ? externalId : null;
  return unreadableRow(`line ${line}: ${problem.message}`, named);
}
