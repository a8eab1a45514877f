import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import { csvDelimiterOf, type FileFormat, type RowOf, TableFormatError } from '@tamis/table-files';

import type { ReadFiles } from '../../../../platform/files/index.js';
import { limits } from '../../../../platform/limits.js';
import { giveWay } from '../../../../platform/load/index.js';
import type { NewListItem, SyncFormat, SyncSettings } from '../../data-lists/index.js';
import { type FileRow, itemFromRow, jsonRow } from '../domain/item-from-row.js';
import type { SyncRowError } from '../domain/list-sync.js';
import { syncLimits } from '../../data-lists/index.js';
import { unpackedPath } from './unpack-file.js';

export interface ReadItems {
  readonly items: readonly NewListItem[];
  /** Row number of each item. */
  readonly rows: readonly number[];
  readonly errors: number;
  /** The first of the errors. */
  readonly errorDetails: readonly SyncRowError[];
}

interface NumberedRow {
  readonly row: number;
  /** The row, or a text that says why it is invalid. */
  readonly value: FileRow | string;
}

export interface ListFile {
  readonly organizationId: string;
  readonly path: string;
  readonly settings: SyncSettings;
}

/** Reads the items of a file. Throws `TableFormatError` if it cannot be read, or contains no items or too many. */
export async function readListFile(files: ReadFiles, file: ListFile): Promise<ReadItems> {
  const path = await unpackedPath(file.path, syncLimits.download.maxBytes);
  const handle = await open(path);
  try {
    const start = await startOf(handle);
    const format = file.settings.format ?? formatOfName(file.settings.url) ?? formatOfContent(start);
    const { organizationId, settings } = file;
    // The worker thread reads the file in place. The code that opened it closes it.
    const opened = { hold: () => handle.fd, release: () => undefined };
    const read = <Format extends FileFormat>(as: Format) => files.rows(organizationId, opened, as);
    return await collect(rowsOf(read, format, { path, start, itemsMember: settings.itemsMember }), settings);
  } finally {
    await handle.close();
  }
}

async function collect(all: AsyncIterable<NumberedRow>, { mapping }: SyncSettings): Promise<ReadItems> {
  const { items: most, rowErrors } = syncLimits;
  const items: NewListItem[] = [];
  const rows: number[] = [];
  const errorDetails: SyncRowError[] = [];
  let errors = 0;
  let sinceMs = performance.now();
  const refuse = (error: SyncRowError): void => {
    errors += 1;
    if (errorDetails.length < rowErrors) errorDetails.push(error);
  };
  for await (const { row, value } of all) {
    if (items.length + errors === most) throw new TableFormatError(`has more than ${most} items`);
    const item = typeof value === 'string' ? null : itemFromRow(value, mapping);
    if (item === null) refuse({ row, field: '', message: value as string });
    else if (item.ok) {
      items.push(item.value);
      rows.push(row);
    } else refuse({ row, ...item.error });
    if ((items.length + errors) % limits.listItemsAtOnce > 0) continue;
    await giveWay(sinceMs, limits.checkRest);
    sinceMs = performance.now();
  }
  if (items.length === 0 && errors > 0) {
    const [first] = errorDetails;
    throw new TableFormatError(
      `no row is a valid item; row ${first!.row}: ${[first!.field, first!.message].join(' ').trim()}`,
    );
  }
  if (items.length === 0) throw new TableFormatError('has no items');
  return { items, rows, errors, errorDetails };
}

const formatsByExtension: ReadonlyMap<string, SyncFormat> = new Map([
  ...[['csv', 'csv'] as const, ['tsv', 'csv'] as const, ['json', 'json'] as const, ['jsonl', 'jsonl'] as const],
  ...[['ndjson', 'jsonl'] as const, ['txt', 'text'] as const, ['netset', 'text'] as const, ['ipset', 'text'] as const],
]);

const formatOfName = (url: string): SyncFormat | null =>
  formatsByExtension.get(/\.([a-z]+)(?:\.gz)?$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '') ?? null;

const lookedAtBytes = 65_536;

/** Returns the beginning of a file. Throws if it is not a list at all, since each line would otherwise become an item. */
async function startOf(handle: FileHandle): Promise<string> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(lookedAtBytes), 0, lookedAtBytes, 0);
  const bytes = buffer.subarray(0, bytesRead);
  const text = bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('<')) throw new TableFormatError('is a web page or XML, not CSV, JSON or text');
  if (bytes.includes(0))
    throw new TableFormatError('is not text; send it as UTF-8, either uncompressed or compressed with gzip');
  return text;
}

/** Detects the format from the content if the URL does not reveal it. */
function formatOfContent(text: string): SyncFormat {
  if (text.startsWith('[')) return 'json';
  const lines = text.split(/\r?\n/);
  if (text.startsWith('{')) return lines.length > 1 && isJson(lines[0]!) ? 'jsonl' : 'json';
  return /[,;\t]/.test(firstLine(text).replace(/\s[#;].*$/, '')) ? 'csv' : 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isComment = (line: string): boolean => /^\s*(?:[#;]|\/\/)/.test(line);

type ReadAs = <Format extends FileFormat>(format: Format) => AsyncIterable<RowOf<Format>>;

function rowsOf(
  read: ReadAs,
  format: SyncFormat,
  { path, start, itemsMember }: { readonly path: string; readonly start: string; readonly itemsMember: string },
): AsyncIterable<NumberedRow> {
  switch (format) {
    case 'text':
      return textRows(path);
    case 'csv':
      return csvRows(read({ kind: 'csv', options: { delimiter: csvDelimiterOf(firstLine(start)) } }));
    case 'json':
      return jsonRows(read({ kind: 'json', array: { member: itemsMember, noun: 'items' } }), true);
    case 'jsonl':
      return jsonRows(read({ kind: 'jsonl' }), false);
  }
}

/** Returns the first line that is not a comment. */
const firstLine = (text: string): string =>
  text.split(/\r?\n/).find((line) => line.trim() !== '' && !isComment(line)) ?? '';

const nulProblem = 'contains the character U+0000, which cannot be stored';

/** Yields one value per line. Comments are in the styles common in address feeds. */
async function* textRows(path: string): AsyncGenerator<NumberedRow> {
  await assertUtf8(path);
  const file = createReadStream(path);
  let row = 0;
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
      row += 1;
      const start = row === 1 ? line.replace(/^\uFEFF/, '') : line;
      const text = start.replace(/\s[#;].*$/, '').trim();
      if (text === '' || isComment(start)) continue;
      yield { row, value: text.includes('\0') ? nulProblem : { primaryValue: text } };
    }
  } finally {
    // Closes the file if the consumer stops early.
    file.destroy();
  }
}

/** Throws if the file is not UTF-8: its lines would otherwise be decoded to different values. */
async function assertUtf8(path: string): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces = createReadStream(path) as AsyncIterable<Buffer>;
  try {
    for await (const piece of pieces) decoder.decode(piece, { stream: true });
    decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new TableFormatError('not UTF-8') : error;
  }
}

async function* csvRows(
  table: AsyncIterable<{ readonly line: number; readonly cells: readonly string[] }>,
): AsyncGenerator<NumberedRow> {
  let names: readonly string[] | null = null;
  for await (const { line, cells } of table) {
    if (/^[#;]/.test(cells[0]!.trim())) continue;
    if (names === null) {
      names = cells.map((name) => name.replace(/^\uFEFF/, '').trim());
      // A single column contains the values of the list, regardless of its name.
      if (names.length === 1) names = ['primaryValue'];
      continue;
    }
    const columns: readonly string[] = names;
    if (cells.some((cell) => cell.includes('\0'))) {
      yield { row: line, value: nulProblem };
      continue;
    }
    const isLonger = cells.slice(columns.length).some((cell) => cell !== '');
    const value = isLonger
      ? `has more cells than the ${columns.length} columns named in the first row`
      : Object.fromEntries(columns.flatMap((name, at) => (name === '' ? [] : [[name, (cells[at] ?? '').trim()]])));
    yield { row: line, value };
  }
}

async function* jsonRows(
  elements: AsyncIterable<{ readonly line: number; readonly text: string; readonly problem: string | null }>,
  isCounted: boolean,
): AsyncGenerator<NumberedRow> {
  let count = 0;
  for await (const { line, text, problem } of elements) {
    count += 1;
    yield { row: isCounted ? count : line, value: problem ?? jsonRow(text) };
  }
}
