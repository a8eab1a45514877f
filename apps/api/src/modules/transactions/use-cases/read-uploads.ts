import { setImmediate as nextTurn } from 'node:timers/promises';

import { type CsvOptions, csvRows, type TableRow, UnreadableTable, xlsxRows } from '@tamis/table-files';

import {
  ApiError,
  arrayElements,
  invalid,
  memberText,
  scanJson,
  type UploadedFile,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import {
  externalIdOf,
  missingText,
  placeColumns,
  readRecord,
  type RecordForm,
  type TableMapping,
} from '../../column-mappings/index.js';
import type { BatchSource } from '../domain/transaction-batch.js';
import { unreadableKey, unreadableRow } from '../domain/unreadable-row.js';

/** Payments of files. */
export interface ReadUploads {
  /** JSON text of the array of payments; those that cannot be read say why. */
  readonly payload: string;
  readonly totalItems: number;
  readonly sources: readonly BatchSource[];
  /** The first rows that cannot be read. */
  readonly unreadable: readonly UnreadableRow[];
}

/** A row that cannot be read, by the external id it names, or its place in the payments. */
export interface UnreadableRow {
  readonly rowKey: string;
  readonly message: string;
}

export interface UploadOptions {
  readonly mapping: TableMapping;
  /** The field of the form that says what columns are; null: none does. */
  readonly mappingField: string | null;
  readonly form: RecordForm;
  readonly csv: CsvOptions;
  /** Rows that the plan allows in one file. */
  readonly rows: number;
}

const exactMembers = ['amount', '[].amount', 'transactions.[].amount'];

/** The payments of a file as JSON texts. Throws the 400s of files. */
type FileReader = (file: UploadedFile, options: UploadOptions, source: { ignored: readonly string[] }) => Rows;
type Rows = AsyncIterable<string>;

const readers: Readonly<Record<string, FileReader>> = {
  csv: (file, options, source) => tableRows(csvRows(file.chunks, options.csv), options, source),
  xlsx: (file, options, source) =>
    tableRows(
      xlsxRows(Buffer.concat(file.chunks), { sharedTextBytes: limits.sheetTextBytes, rowBytes: limits.sheetBytes }),
      options,
      source,
    ),
  json: (file) => jsonRows(textOf(file)),
  jsonl: (file) => lineRows(textOf(file)),
  ndjson: (file) => lineRows(textOf(file)),
};

/** Reads payments of files, each after the other, and lets others have their turn meanwhile. Throws 400s, and 413 for too much. */
export async function readUploads(files: readonly UploadedFile[], options: UploadOptions): Promise<ReadUploads> {
  const rows: string[] = [];
  const sources: BatchSource[] = [];
  let characters = 0;
  for (const file of files) {
    const source = { ignored: [] as readonly string[] };
    const before = rows.length;
    for await (const row of readRows(file, options, source)) {
      if (rows.length - before === options.rows) throw tooManyRows(file, options.rows);
      characters += row.length + 1;
      if (characters > limits.batchSourcesBytes) throw new ApiError('FILE_TOO_LARGE', 'The files hold too much');
      rows.push(row);
      if (rows.length % limits.paymentsTogether === 0) await nextTurn();
    }
    const totalItems = rows.length - before;
    if (totalItems === 0) throw wrong(file, 'has no rows');
    sources.push({ name: file.name, totalItems, ...(source.ignored.length > 0 && { ignoredColumns: source.ignored }) });
  }
  const payload = `[${rows.join(',')}]`;
  return { payload, totalItems: rows.length, sources, unreadable: unreadableOf(rows) };
}

async function* readRows(file: UploadedFile, options: UploadOptions, source: { ignored: readonly string[] }): Rows {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const reader = Object.hasOwn(readers, extension) ? readers[extension]! : null;
  if (!reader) throw wrong(file, `must be one of ${Object.keys(readers).join(', ')} by its name`);
  if (options.mappingField !== null && !['csv', 'xlsx'].includes(extension))
    throw invalid({ [options.mappingField]: `is for tables: ${file.name} has none` });
  const [ofCsv] = Object.entries(options.csv).find(([, value]) => value !== undefined) ?? [];
  if (ofCsv !== undefined && extension !== 'csv') throw invalid({ [ofCsv]: `is for CSV: ${file.name} is none` });
  try {
    yield* reader(file, options, source);
  } catch (error) {
    throw error instanceof UnreadableTable ? wrong(file, error.message) : error;
  }
}

const wrong = ({ name }: UploadedFile, why: string): ApiError => invalid({ file: `${name}: ${why}` });

const tooManyRows = ({ name }: UploadedFile, most: number): ApiError =>
  new ApiError('TOO_MANY_ITEMS', `Nothing was stored: the plan allows at most ${most} payments in a file`, {
    file: `${name} has more`,
  });

async function* tableRows(
  table: AsyncGenerator<TableRow>,
  options: UploadOptions,
  source: { ignored: readonly string[] },
): Rows {
  const head = await table.next();
  if (head.done) throw new UnreadableTable('has no rows');
  const placed = placeColumns(head.value.cells, options.mapping, options.form);
  if (!placed.ok) throw new UnreadableTable(placed.error);
  const missing = missingText(placed.value.missing);
  if (missing !== null) throw new UnreadableTable(missing);
  source.ignored = placed.value.ignored;
  for await (const row of table) {
    const { text, problems } = readRecord(row, placed.value, options.form);
    const [problem] = problems;
    yield problem ? unreadableRow(`line ${row.line}: ${problem.message}`, externalIdOf(row, placed.value)) : text;
  }
}

/** What could not be sent as JSON either is no row. */
function checked(text: string, line: number): string {
  const problem = scanJson(text, { exactMembers });
  if (!problem) return text;
  const { externalId } = JSON.parse(text) as { externalId?: unknown };
  const named = typeof externalId === 'string' && !externalId.includes('\0') ? externalId : null;
  return unreadableRow(`line ${line}: ${problem.message}`, named);
}

function textOf({ chunks }: UploadedFile): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new UnreadableTable('not UTF-8');
  }
}

async function* jsonRows(text: string): Rows {
  const problem = scanJson(text, { exactMembers });
  if (problem) throw new UnreadableTable(`not readable as JSON: ${problem.message}`, problem.line);
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch (error) {
    throw new UnreadableTable(`not JSON: ${(error as Error).message}`);
  }
  const isList = Array.isArray(sent);
  if (!isList && !Array.isArray((sent as { transactions?: unknown } | null)?.transactions))
    throw new UnreadableTable('must hold an array of payments, or an object with `transactions`');
  yield* arrayElements(isList ? text : memberText(text, 'transactions')!);
}

async function* lineRows(text: string): Rows {
  for (const [index, each] of text.split('\n').entries()) {
    if (each.trim() === '') continue;
    yield isParsable(each) ? checked(each, index + 1) : unreadableRow(`line ${index + 1} is not JSON`, null);
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

function unreadableOf(rows: readonly string[]): readonly UnreadableRow[] {
  const found: UnreadableRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (!row.includes(unreadableKey)) continue;
    const { [unreadableKey]: message, externalId } = JSON.parse(row) as Record<string, string | undefined>;
    if (message !== undefined) found.push({ rowKey: externalId ?? String(index), message });
    if (found.length === limits.preflightFailures) break;
  }
  return found;
}
