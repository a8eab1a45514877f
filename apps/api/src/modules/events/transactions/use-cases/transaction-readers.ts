import { type JsonRow, TableFormatError } from '@tamis/table-files';

import { scanJson } from '../../../../platform/http/index.js';
import { type FileReaders, type FileRows, tableReaders, unreadableRow } from '../../batch-jobs/index.js';

const exactMembers = ['amount'];

const array = { member: 'transactions', noun: 'payments' } as const;

/** The kinds of files that payments may come in. */
export const transactionReaders: FileReaders = {
  ...tableReaders,
  json: (file, { read }) => elementRows(read(file, { kind: 'json', array })),
  jsonl: (file, { read }) => lineRows(read(file, { kind: 'jsonl' })),
  ndjson: (file, { read }) => lineRows(read(file, { kind: 'jsonl' })),
};

/** A file that is one JSON text is read as a whole, or not. */
async function* elementRows(rows: AsyncIterable<JsonRow>): FileRows {
  for await (const { line, text } of rows) {
    const problem = scanJson(text, { exactMembers });
    if (problem) throw new TableFormatError(`not readable as JSON: ${problem.message}`, line + problem.line - 1);
    yield text;
  }
}

/** What could not be sent as JSON either is no row. */
async function* lineRows(rows: AsyncIterable<JsonRow>): FileRows {
  for await (const { line, text, problem } of rows)
    yield problem === null ? checkRow(text, line) : unreadableRow(`line ${line} ${problem}`, null);
}

function checkRow(text: string, line: number): string {
  const problem = scanJson(text, { exactMembers });
  if (!problem) return text;
  const { externalId } = JSON.parse(text) as { externalId?: unknown };
  const named = typeof externalId === 'string' && !externalId.includes('\0') ? externalId : null;
  return unreadableRow(`line ${line}: ${problem.message}`, named);
}
