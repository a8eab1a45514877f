import { TableFormatError } from '@tamis/table-files';

import { arrayElements, memberText, scanJson, type UploadedFile } from '../../../../platform/http/index.js';
import { type FileReaders, type FileRows, tableReaders, unreadableRow } from '../../batch-jobs/index.js';

const exactMembers = ['amount', '[].amount', 'transactions.[].amount'];

/** The kinds of files that payments may come in. */
export const transactionReaders: FileReaders = {
  ...tableReaders,
  json: (file) => jsonRows(decodeText(file)),
  jsonl: (file) => lineRows(decodeText(file)),
  ndjson: (file) => lineRows(decodeText(file)),
};

/** What could not be sent as JSON either is no row. */
function checkRow(text: string, line: number): string {
  const problem = scanJson(text, { exactMembers });
  if (!problem) return text;
  const { externalId } = JSON.parse(text) as { externalId?: unknown };
  const named = typeof externalId === 'string' && !externalId.includes('\0') ? externalId : null;
  return unreadableRow(`line ${line}: ${problem.message}`, named);
}

function decodeText({ chunks }: UploadedFile): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new TableFormatError('not UTF-8');
  }
}

async function* jsonRows(text: string): FileRows {
  const problem = scanJson(text, { exactMembers });
  if (problem) throw new TableFormatError(`not readable as JSON: ${problem.message}`, problem.line);
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch (error) {
    throw new TableFormatError(`not JSON: ${(error as Error).message}`);
  }
  const isList = Array.isArray(sent);
  if (!isList && !Array.isArray((sent as { transactions?: unknown } | null)?.transactions))
    throw new TableFormatError('must hold an array of payments, or an object with `transactions`');
  yield* arrayElements(isList ? text : memberText(text, 'transactions')!);
}

async function* lineRows(text: string): FileRows {
  for (const [index, each] of text.split('\n').entries()) {
    if (each.trim() === '') continue;
    yield isParsable(each) ? checkRow(each, index + 1) : unreadableRow(`line ${index + 1} is not JSON`, null);
  }
}

function isParsable(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
