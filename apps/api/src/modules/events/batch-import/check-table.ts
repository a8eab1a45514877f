import { setImmediate as nextTurn } from 'node:timers/promises';

import { type TableRow, TableFormatError } from '@tamis/table-files';

import { limits } from '../../../platform/limits.js';
import {
  resolveColumns,
  type ResolvedColumns,
  type RecordSchema,
  type TableMapping,
  unknownPaths,
  withoutUnknown,
} from '../column-mappings/index.js';
import { CheckReport } from './check-report.js';
import { checkRow, missingColumnFinding, type RowCheck } from './check-row.js';
import type { CheckTarget } from './check-targets.js';

export interface TableCheck {
  readonly table: AsyncGenerator<TableRow>;
  readonly mapping: TableMapping;
  readonly schema: RecordSchema;
  readonly target: CheckTarget;
  /** How much is told. */
  readonly maxFindings: ConstructorParameters<typeof CheckReport>[0];
}

/** Reads the rows of a table as an upload would, stores nothing, and lets others have their turn. Throws `UnreadableTable`. */
export async function checkTable({
  table,
  mapping,
  schema: form,
  target,
  maxFindings: most,
}: TableCheck): Promise<CheckReport> {
  const head = await table.next();
  if (head.done) throw new TableFormatError('has no rows');
  const placed = resolveColumns(head.value.cells, withoutUnknown(mapping, form), form);
  if (!placed.ok) throw new TableFormatError(placed.error);
  const report = new CheckReport(most);
  const check: RowCheck = { columns: placed.value, schema: form, target, externalIds: new Map() };
  reportColumns(report, head.value.line, check.columns, unknownPaths(mapping, form));
  for await (const row of table) {
    report.totalRows += 1;
    if (report.sampledRows < target.rows) reportRow(report, row, check);
    if (report.totalRows % limits.checkedTogether === 0) await nextTurn();
  }
  if (report.totalRows === 0) throw new TableFormatError('has no rows');
  return report;
}

function reportRow(report: CheckReport, row: TableRow, check: RowCheck): void {
  const { errors, warnings } = checkRow(row, check);
  report.addRowErrors(errors);
  // Of a column that is missing the first row was told.
  for (const finding of [...errors, ...warnings])
    if (finding.code !== 'MISSING_REQUIRED_COLUMN') report.addWarning(finding);
}

/** Warns of what the first row has, and what it has not. */
function reportColumns(
  report: CheckReport,
  row: number,
  { missing, ignored }: ResolvedColumns,
  unknown: ReturnType<typeof unknownPaths>,
): void {
  for (const each of missing) report.addWarning(missingColumnFinding(row, each));
  for (const { column, path } of unknown)
    report.addWarning({ row, column, field: path, code: 'UNKNOWN_PATH', message: `there is no member \`${path}\`` });
  const named = new Set(unknown.map(({ column }) => column));
  for (const column of ignored.filter((each) => !named.has(each)))
    report.addWarning({
      row,
      column,
      code: 'UNMAPPED_COLUMN',
      message: 'is mapped to nothing, and would not be stored',
    });
}
