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
  /** The field of the form that says what columns are; null: none does. */
  readonly mappingField: string | null;
  readonly form: RecordSchema;
  readonly csv: CsvOptions;
  /** Rows that are allowed in one file. */
  readonly rows: number;
  /** What they are called. */
  readonly noun: string;
  readonly readers: FileReaders;
  /** Rows of a file of the organization. */
  readonly read: <Format extends FileFormat>(file: UploadedFile, format: Format) => AsyncGenerator<RowOf<Format>>;
}

/** The records of a file as JSON texts. Throws the 400s of files. */
export type FileReader = (file: UploadedFile, options: UploadOptions, source: FileSource) => FileRows;
export type FileRows = AsyncIterable<string>;

/** By the extension of the name of a file. */
export type FileReaders = Readonly<Record<string, FileReader>>;

/** What is found out about a file while it is read. */
interface FileSource {
  /** Columns that are nothing in a record. */
  ignoredColumns: readonly string[];
}

/** Readers of files whose rows are read by a mapping. */
export const tableReaders = {
  csv: (file, options, source) => tableRows(options.read(file, { kind: 'csv', options: options.csv }), options, source),
  xlsx: (file, options, source) => {
    const sheetLimits = { sharedTextBytes: limits.sheetTextBytes, rowBytes: limits.sheetBytes };
    return tableRows(options.read(file, { kind: 'xlsx', limits: sheetLimits }), options, source);
  },
} as const satisfies FileReaders;

/**
 * Adds the rows of files, each after the other, as JSON texts of records, and lets others have their turn meanwhile; rows that cannot be
 * read say why. Throws 400s, and 413 for too much.
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
      if (characters > limits.batchSourcesBytes) throw new ApiError('FILE_TOO_LARGE', 'The files hold too much');
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
    throw invalid({ [options.mappingField]: `is for tables: ${file.name} has none` });
  const [ofCsv] = Object.entries(options.csv).find(([, value]) => value !== undefined) ?? [];
  if (ofCsv !== undefined && extension !== 'csv') throw invalid({ [ofCsv]: `is for CSV: ${file.name} is none` });
  try {
    yield* reader(file, options, source);
  } catch (error) {
    throw error instanceof TableFormatError ? fileError(file, error.message) : error;
  }
}

/** Other files of spreadsheets, which any program that has written one can save as another. */
const otherSheets: ReadonlySet<string> = new Set(['xls', 'xlsm', 'xlsb', 'ods', 'numbers', 'tsv', 'txt']);

function wrongKind(extension: string, kinds: readonly string[]): string {
  const savable = kinds.filter((kind) => Object.hasOwn(tableReaders, kind));
  const advice =
    otherSheets.has(extension) && savable.length > 0 ? `; save it as ${savable.reverse().join(' or ')}` : '';
  return `must be ${oneOf(kinds)} by its name${advice}`;
}

const fileError = ({ name }: UploadedFile, why: string): ApiError => invalid({ file: `${name}: ${why}` });

const oneOf = (names: readonly string[]): string => (names.length === 1 ? names[0]! : `one of ${names.join(', ')}`);

/** `what`: where the rows are, and what is wrong with that. */
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
    // Its thread ends, also where nobody wants the rows.
    await table.return(undefined);
  }
}
