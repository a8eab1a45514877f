import { failure, ok, type Result } from '@tamis/stdx';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type FileMetaData,
  type SchemaTree,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { EventBatch } from '../../events/read-json-lines.js';
import type { ReplayEvent } from '../../events/replay-event.js';
import { rowEvent, type RowProblem } from './row-event.js';
import { columnProblem } from './table-columns.js';

const batchSize = 1_000;
/** Decimals with more digits are not exact when read as numbers. */
const mostDigits = 15;

/** The number of fraction digits of decimal columns, by path. */
type DecimalColumns = ReadonlyMap<string, number>;

function decimalColumns(schema: SchemaTree): Result<DecimalColumns, RowProblem> {
  const found = new Map<string, number>();
  const open: SchemaTree[] = [...schema.children];
  for (let tree = open.pop(); tree; tree = open.pop()) {
    open.push(...tree.children);
    const { element, path } = tree;
    if (element.converted_type !== 'DECIMAL' && element.logical_type?.type !== 'DECIMAL') continue;
    const column = path.join('.');
    if ((element.precision ?? 0) > mostDigits)
      return failure({
        column,
        message: `decimals of more than ${String(mostDigits)} digits can only be read from text`,
      });
    found.set(column, element.scale ?? 0);
  }
  return ok(found);
}

/** Returns the paths of the columns with values; those of lists end at the list. */
const leafPaths = ({ children, path, element }: SchemaTree): readonly string[] =>
  children.length === 0 || element.repetition_type === 'REPEATED' || element.converted_type === 'LIST'
    ? [path.join('.')]
    : children.flatMap(leafPaths);

/** Returns a value in JSON form: times and decimals as text, 64-bit integers as numbers if they are exact. */
function jsonValue(value: unknown, path: string, decimals: DecimalColumns): unknown {
  if (typeof value === 'number') {
    const scale = decimals.get(path);
    return scale === undefined ? value : value.toFixed(scale);
  }
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item: unknown) => jsonValue(item, path, decimals));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [key, jsonValue(below, `${path}.${key}`, decimals)]),
  );
}

async function* rowsOf(path: string, metadata: FileMetaData) {
  const file = await asyncBufferFromFile(path);
  let rowStart = 0;
  for (const { num_rows: count } of metadata.row_groups) {
    const rowEnd = rowStart + Number(count);
    // Reads one row group at a time, regardless of the number of rows in the file.
    yield { first: rowStart, rows: await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd }) };
    rowStart = rowEnd;
  }
}

/**
 * Returns the events of a Parquet file, in row order; `rowEvent` defines the meaning of the columns, and those below a group are fields of
 * its object. The line of a problem is the number of the row, starting at 1. Rejects if the file cannot be opened.
 */
export async function* readParquet(
  path: string,
  timezone: string,
  onColumns?: (columns: readonly string[]) => void,
): AsyncGenerator<EventBatch> {
  const file = await asyncBufferFromFile(path);
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(file);
  } catch (error) {
    yield failure({ line: 1, message: `not Parquet: ${(error as Error).message}` });
    return;
  }
  const schema = parquetSchema(metadata);
  const columns = schema.children.map(({ element }) => element.name);
  const wrong = columnProblem(columns);
  if (wrong !== null) {
    yield failure({ line: 1, message: wrong });
    return;
  }
  onColumns?.(leafPaths(schema));
  const decimals = decimalColumns(schema);
  if (!decimals.ok) {
    yield failure({ line: 1, ...decimals.error });
    return;
  }
  for await (const { first, rows } of rowsOf(path, metadata)) {
    let events: ReplayEvent[] = [];
    for (const [index, row] of rows.entries()) {
      const cells = Object.entries(row).map(
        ([column, value]) => [column, jsonValue(value, column, decimals.value)] as const,
      );
      const event = rowEvent(cells, false, timezone);
      if (!event.ok) {
        yield ok(events);
        yield failure({ line: first + index + 1, ...event.error });
        return;
      }
      if (events.push(event.value) < batchSize) continue;
      yield ok(events);
      events = [];
    }
    if (events.length > 0) yield ok(events);
  }
}
