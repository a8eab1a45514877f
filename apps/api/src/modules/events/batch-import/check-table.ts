import { setImmediate as nextTurn } from 'node:timers/promises';

import { type TableRow, UnreadableTable } from '@tamis/table-files';

import { limits } from '../../../platform/limits.js';
import {
  placeColumns,
  type PlacedColumns,
  type RecordForm,
  type TableMapping,
  unknownPaths,
  withoutUnknown,
} from '../column-mappings/index.js';
import { CheckReport } from './check-report.js';
import { checkRow, missingColumn, type RowCheck } from './check-row.js';
import type { CheckTarget } from './check-targets.js';

export interface TableCheck {
  readonly table: AsyncGenerator<TableRow>;
  readonly mapping: TableMapping;
  readonly form: RecordForm;
  readonly target: CheckTarget;
  /** How much is told. */
  readonly most: ConstructorParameters<typeof CheckReport>[0];
}

/** Reads the rows of a table as an upload would, stores nothing, and lets others have their turn. Throws `UnreadableTable`. */
export async function checkTable({ table, mapping, form, target, most }: TableCheck): Promise<CheckReport> {
  const head = await table.next();
  if (head.done) throw new UnreadableTable('has no rows');
  const placed = placeColumns(head.value.cells, withoutUnknown(mapping, form), form);
  if (!placed.ok) throw new UnreadableTable(placed.error);
  const report = new CheckReport(most);
  const check: RowCheck = { placed: placed.value, form, target, externalIds: new Map() };
  tellOfColumns(report, head.value.line, check.placed, unknownPaths(mapping, form));
  for await (const row of table) {
    report.totalRows += 1;
    if (report.sampledRows < target.rows) tellOfRow(report, row, check);
    if (report.totalRows % limits.checkedTogether === 0) await nextTurn();
  }
  if (report.totalRows === 0) throw new UnreadableTable('has no rows');
  return report;
}

function tellOfRow(report: CheckReport, row: TableRow, check: RowCheck): void {
  const { errors, warnings } = checkRow(row, check);
  report.row(errors);
  // Of a column that is missing the first row was told.
  for (const finding of [...errors, ...warnings]) if (finding.code !== 'MISSING_REQUIRED_COLUMN') report.warn(finding);
}

/** Warns of what the first row has, and what it has not. */
function tellOfColumns(
  report: CheckReport,
  row: number,
  { missing, ignored }: PlacedColumns,
  unknown: ReturnType<typeof unknownPaths>,
): void {
  for (const each of missing) report.warn(missingColumn(row, each));
  for (const { column, path } of unknown)
    report.warn({ row, column, field: path, code: 'UNKNOWN_PATH', message: `there is no member \`${path}\`` });
  const named = new Set(unknown.map(({ column }) => column));
  for (const column of ignored.filter((each) => !named.has(each)))
    report.warn({ row, column, code: 'UNMAPPED_COLUMN', message: 'is mapped to nothing, and would not be stored' });
}
