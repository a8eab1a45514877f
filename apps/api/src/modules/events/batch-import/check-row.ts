import type { TableRow } from '@tamis/table-files';
import type { ApiError } from '../../../platform/http/index.js';
import {
  cellText,
  isStoredTime,
  isTypeMismatch,
  type ResolvedColumn,
  type ResolvedColumns,
  readRecord,
  type RecordSchema,
  type SchemaMember,
  type UnknownPath,
} from '../column-mappings/index.js';
import { type Finding, toDisplayValue, type RowErrorCode } from './check-report.js';
import type { ImportTarget, UniqueMember } from './import-targets.js';

/** Returns the error code for a rejected value, depending on its field. */
function fieldErrorCode(field: string, cell: string, member: SchemaMember | undefined): RowErrorCode {
  if (member?.required === true && cell.trim() === '') return 'EMPTY_REQUIRED_VALUE';
  if (member?.values) return 'INVALID_ENUM_VALUE';
  if (member?.time) return 'INVALID_DATE';
  if (member?.type === 'number') return 'INVALID_NUMBER';
  return field === 'currency' ? 'INVALID_CURRENCY' : 'VALIDATION_ERROR';
}

const problemCodes = { empty: 'EMPTY_REQUIRED_VALUE', time: 'INVALID_DATE', other: 'VALIDATION_ERROR' } as const;

type SentRecord = Readonly<Record<string, unknown>>;

export interface RowCheck {
  readonly columns: ResolvedColumns;
  readonly schema: RecordSchema;
  readonly target: Pick<ImportTarget, 'identifiers' | 'unique'>;
  /** Returns why an upload would not store the text of a record, regardless of what is stored already; `null` if it would store it. */
  readonly refusalOf: (raw: string) => ApiError | null;
  /** Paths of the mapping that do not exist in the record. An upload with this mapping would be refused. */
  readonly unknown: readonly UnknownPath[];
  /** Line of the first storable row with each value of the unique fields. */
  readonly firstLines: Map<string, number>;
}

/** Problems of a row: `errors` keep it from being stored, `warnings` do not. */
export interface CheckedRow {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Reads a row as an upload would, and returns everything that is wrong with it. */
export function checkRow(row: TableRow, check: RowCheck): CheckedRow {
  const { columns: placed, schema: form } = check;
  const { text, problems } = readRecord(row, placed, form);
  const found: Finding[] = [
    ...placed.missing.map((missing) => missingColumnFinding(row.line, missing)),
    ...check.unknown.map((unknown) => unknownPathFinding(row.line, unknown)),
    ...problems.map(({ column, kind, message }): Finding => ({
      ...findingLocation(row, column),
      code: problemCodes[kind],
      message,
    })),
  ];
  const told = new Set(found.map(({ field }) => field));
  const record = JSON.parse(text) as SentRecord;
  const refused = validationFindings(row, record, text, check).filter(({ field }) => !told.has(field));
  const values = uniqueValues(record, check.target.unique);
  const errors = [...found, ...refused, ...values.flatMap((each) => duplicateFindings(row, check, each))];
  // A row that is not stored does not reserve its unique values: a later row may use them.
  if (errors.length === 0) for (const { key } of values) check.firstLines.set(key, row.line);
  return { errors, warnings: typeMismatchFindings(row, placed, new Set(errors.map(({ field }) => field))) };
}

/** Returns the finding for a column that the file does not have. */
export const missingColumnFinding = (row: number, { name, path }: ResolvedColumns['missing'][number]): Finding => ({
  row,
  column: name ?? path,
  field: path,
  code: 'MISSING_REQUIRED_COLUMN',
  message: `the file has no column \`${name ?? path}\`${name === null ? '' : ` for \`${path}\``}`,
});

/** Returns the finding for an unknown path in the mapping. An upload with this mapping would be refused. */
export const unknownPathFinding = (row: number, { column, path }: UnknownPath): Finding => ({
  row,
  column,
  field: path,
  code: 'UNKNOWN_PATH',
  message: `there is no member \`${path}\``,
});

/** Returns the location of a problem and the value found there. */
function findingLocation({ line, cells }: TableRow, column: ResolvedColumn | null): Omit<Finding, 'code' | 'message'> {
  if (!column) return { row: line, column: null };
  const cell = column.index === null ? '' : (cells[column.index] ?? '');
  return { row: line, column: column.name, field: column.path, value: toDisplayValue(cell || (column.default ?? '')) };
}

/** Returns the errors for which the record would be refused if it were sent by itself. */
function validationFindings(
  row: TableRow,
  record: SentRecord,
  text: string,
  { columns: placed, schema: form, target, refusalOf }: RowCheck,
): readonly Finding[] {
  const refusal = refusalOf(text);
  if (!refusal) return [];
  const isNameless = target.identifiers.length > 0 && target.identifiers.every((name) => !(name in record));
  return Object.entries(refusal.details as Readonly<Record<string, string>>).map(([field, message]): Finding => {
    if (isNameless && target.identifiers.includes(field))
      return { row: row.line, column: null, field, code: 'NO_ENTITY_IDENTIFIER', message };
    const column = columnOf(placed, field);
    const member = form.members.get(field.toLowerCase());
    const code =
      refusal.code === 'INVALID_TAX_ID'
        ? refusal.code
        : fieldErrorCode(field, column ? cellText(row.cells, column) : '', member);
    const allowed = code === 'INVALID_ENUM_VALUE' && { allowedValues: member!.values };
    const why = code === 'EMPTY_REQUIRED_VALUE' ? `${field} is required` : message;
    return { ...findingLocation(row, column), field, code, message: why, ...allowed };
  });
}

/** Returns the column that supplies a field of a record, or part of it; `null` if there is none. */
const columnOf = ({ columns }: ResolvedColumns, field: string): ResolvedColumn | null =>
  columns.find(({ path }) => path === field) ??
  columns.find(
    ({ path }) => path.startsWith(`${field}.`) || (/^[.[]/.test(field.slice(path.length)) && field.startsWith(path)),
  ) ??
  null;

interface UniqueValue {
  readonly member: UniqueMember;
  readonly key: string;
}

const uniqueValues = (record: SentRecord, members: readonly UniqueMember[]): readonly UniqueValue[] =>
  members.flatMap((member) => {
    const value = record[member.field];
    const key = typeof value === 'string' ? member.keyOf(value) : null;
    return key === null ? [] : [{ member, key: `${member.field} ${key}` }];
  });

function duplicateFindings(
  row: TableRow,
  { columns: placed, firstLines }: RowCheck,
  { member: { field, code, noun }, key }: UniqueValue,
): readonly Finding[] {
  const first = firstLines.get(key);
  if (first === undefined) return [];
  return [
    { ...findingLocation(row, columnOf(placed, field)), code, message: `line ${first} has this ${noun} already` },
  ];
}

const typeCodes: Readonly<Record<ResolvedColumn['type'], RowErrorCode>> = {
  string: 'VALIDATION_ERROR',
  number: 'INVALID_NUMBER',
  boolean: 'INVALID_BOOLEAN',
  date: 'INVALID_DATE',
  json: 'INVALID_JSON',
};

/** Returns a finding for each cell that is stored as text although its column has another type. */
const typeMismatchFindings = (
  row: TableRow,
  { columns }: ResolvedColumns,
  told: ReadonlySet<string | undefined>,
): readonly Finding[] =>
  columns.flatMap((column): readonly Finding[] => {
    const text = cellText(row.cells, column);
    if (text === '' || told.has(column.path) || !isTypeMismatch(text, column) || isStoredTime(text.trim(), column))
      return [];
    const code = typeCodes[column.type];
    return [{ ...findingLocation(row, column), code, message: `is no ${column.type}: it is kept as text` }];
  });
