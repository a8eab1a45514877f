import { type CsvOptions, type FileFormat, type RowOf, type TableRow, TableFormatError } from '@tamis/table-files';

import type { RowFile } from '../../../../platform/files/index.js';
import { ApiError, invalid, type UploadedFile } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { giveWay } from '../../../../platform/load/index.js';
import {
  externalIdOf,
  missingColumnsMessage,
  resolveColumns,
  readRecord,
  type RecordSchema,
  type TableMapping,
} from '../../column-mappings/index.js';
import type { BatchSource } from '../domain/batch-job.js';
import { unreadableRow } from '../domain/unreadable-row.js';

export interface UploadOptions {
  readonly mapping: TableMapping;
  /** Form field that holds the column mapping; `null` if there is none. */
  readonly mappingField: string | null;
  readonly form: RecordSchema;
  readonly csv: CsvOptions;
  /** Maximum number of rows in one file. */
  readonly rows: number;
  /** What the rows are called in messages. */
  readonly noun: string;
  readonly readers: FileReaders;
  /** Reads the rows of a file of the organization. */
  readonly read: <Format extends FileFormat>(file: UploadedFile, format: Format) => AsyncGenerator<RowOf<Format>>;
}

/** Reads the records of a file as JSON texts. Throws 400 if the file is invalid. */
export type FileReader = (file: UploadedFile, options: UploadOptions, source: FileSource) => FileRows;
export type FileRows = AsyncIterable<string>;

/** File readers by file name extension. */
export type FileReaders = Readonly<Record<string, FileReader>>;

/** Details about a file that are collected while it is read. */
interface FileSource {
  /** Columns that do not map to any member of a record. */
  ignoredColumns: readonly string[];
}

/** Readers of files whose rows are read through a column mapping. */
export const tableReaders = {
  csv: (file, options, source) => tableRows(options.read(file, { kind: 'csv', options: options.csv }), options, source),
  xlsx: (file, options, source) => {
    const sheetLimits = { sharedTextBytes: limits.sheetTextBytes, rowBytes: limits.sheetBytes };
    return tableRows(options.read(file, { kind: 'xlsx', limits: sheetLimits }), options, source);
  },
} as const satisfies FileReaders;

/**
 * Adds the rows of the files one file after another, as JSON texts of records, and yields to other work meanwhile. Rows that cannot be read
 * carry the reason. Throws 400 for invalid files, and 413 if there is too much data.
 */
export async function readUploads(
  files: readonly UploadedFile[],
  rows: RowFile,
  options: UploadOptions,
): Promise<readonly BatchSource[]> {
  const sources: BatchSource[] = [];
  let characters = 0;
  let sinceMs = performance.now();
  for (const file of files) {
    const source: FileSource = { ignoredColumns: [] };
    const before = rows.count;
    for await (const row of readRows(file, options, source)) {
      if (rows.count - before === options.rows) throw tooManyRows(options, { file: `${file.name} has more` });
      characters += row.length + 1;
      if (characters > limits.batchSourcesBytes) throw new ApiError('FILE_TOO_LARGE', 'The files are too large');
      await rows.add(row);
      if (rows.count % limits.checkedTogether > 0) continue;
      await giveWay(sinceMs, limits.checkRest);
      sinceMs = performance.now();
    }
    const totalItems = rows.count - before;
    if (totalItems === 0) throw fileError(file, 'has no rows');
    sources.push({
      name: file.name,
      totalItems,
      ...(source.ignoredColumns.length > 0 && { ignoredColumns: source.ignoredColumns }),
    });
  }
  return sources;
}

async function* readRows(file: UploadedFile, options: UploadOptions, source: FileSource): FileRows {
  const { readers } = options;
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const reader = Object.hasOwn(readers, extension) ? readers[extension]! : null;
  if (!reader) throw fileError(file, wrongKind(extension, Object.keys(readers)));
  if (options.mappingField !== null && !Object.hasOwn(tableReaders, extension))
    throw invalid({ [options.mappingField]: `is for tables: ${file.name} is not one` });
  const [ofCsv] = Object.entries(options.csv).find(([, value]) => value !== undefined) ?? [];
  if (ofCsv !== undefined && extension !== 'csv')
    throw invalid({ [ofCsv]: `is for CSV: ${file.name} is not a CSV file` });
  try {
    yield* reader(file, options, source);
  } catch (error) {
    throw error instanceof TableFormatError ? fileError(file, error.message) : error;
  }
}

/** Other spreadsheet formats, which the program that wrote them can save in a supported one. */
const otherSheets: ReadonlySet<string> = new Set(['xls', 'xlsm', 'xlsb', 'ods', 'numbers', 'tsv', 'txt']);

function wrongKind(extension: string, kinds: readonly string[]): string {
  const savable = kinds.filter((kind) => Object.hasOwn(tableReaders, kind));
  const advice =
    otherSheets.has(extension) && savable.length > 0 ? `; save it as ${savable.reverse().join(' or ')}` : '';
  const extensions = kinds.length === 1 ? `the extension ${kinds[0]}` : `one of the extensions ${kinds.join(', ')}`;
  return `must have ${extensions}${advice}`;
}

const fileError = ({ name }: UploadedFile, why: string): ApiError => invalid({ file: `${name}: ${why}` });

/** Error for too many rows. `what` says where the rows are and what is wrong with it. */
export const tooManyRows = (
  { rows, noun }: Pick<UploadOptions, 'rows' | 'noun'>,
  what: Readonly<Record<string, string>>,
): ApiError =>
  new ApiError('TOO_MANY_ITEMS', `Nothing was stored: at most ${rows} ${noun} are allowed in a file`, what);

async function* tableRows(table: AsyncGenerator<TableRow>, options: UploadOptions, source: FileSource): FileRows {
  try {
    const head = await table.next();
    if (head.done) throw new TableFormatError('has no rows');
    const placed = resolveColumns(head.value.cells, options.mapping, options.form);
    if (!placed.ok) throw new TableFormatError(placed.error);
    const missing = missingColumnsMessage(placed.value.missing);
    if (missing !== null) throw new TableFormatError(missing);
    source.ignoredColumns = placed.value.ignored;
    for await (const row of table) {
      const { text, problems } = readRecord(row, placed.value, options.form);
      const [problem] = problems;
      yield problem ? unreadableRow(`line ${row.line}: ${problem.message}`, externalIdOf(row, placed.value)) : text;
    }
  } finally {
    // Ends the worker thread of the table, even if the rows are not consumed.
    await table.return(undefined);
  }
}
