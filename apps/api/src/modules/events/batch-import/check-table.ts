import { type TableRow, TableFormatError } from '@tamis/table-files';

import { limits } from '../../../platform/limits.js';
import { giveWay } from '../../../platform/load/index.js';
import { resolveColumns, type TableMapping, unknownPaths, withoutUnknown } from '../column-mappings/index.js';
import { CheckReport } from './check-report.js';
import { checkRow, missingColumnFinding, type RowCheck, unknownPathFinding } from './check-row.js';
import type { ImportTarget } from './import-targets.js';

export interface TableCheck {
  readonly table: AsyncGenerator<TableRow>;
  readonly mapping: TableMapping;
  readonly target: ImportTarget;
  readonly refusalOf: RowCheck['refusalOf'];
  /** Maximum number of rows in an upload, and the error if there are more. */
  readonly maxRows: number;
  readonly tooManyRows: () => Error;
  /** Maximum number of warnings and row errors in the report. */
  readonly maxFindings: ConstructorParameters<typeof CheckReport>[0];
}

/**
 * Checks the rows of a table as an upload would, without storing anything. Yields to other requests regularly. Throws `TableFormatError`.
 */
export async function checkTable({
  table,
  mapping,
  target,
  refusalOf,
  maxRows,
  tooManyRows,
  maxFindings: most,
}: TableCheck): Promise<CheckReport> {
  const head = await table.next();
  if (head.done) throw new TableFormatError('has no rows');
  const { schema: form } = target;
  const placed = resolveColumns(head.value.cells, withoutUnknown(mapping, form), form);
  if (!placed.ok) throw new TableFormatError(placed.error);
  const report = new CheckReport(most);
  const unknown = unknownPaths(mapping, form);
  const check: RowCheck = { columns: placed.value, schema: form, target, refusalOf, unknown, firstLines: new Map() };
  reportColumns(report, head.value.line, check);
  let sinceMs = performance.now();
  for await (const row of table) {
    report.totalRows += 1;
    if (report.totalRows > maxRows) throw tooManyRows();
    if (report.sampledRows < target.checkedRows) reportRow(report, row, check);
    if (report.totalRows % limits.checkedTogether > 0) continue;
    await giveWay(sinceMs, limits.checkRest);
    sinceMs = performance.now();
  }
  if (report.totalRows === 0) throw new TableFormatError('has no rows');
  return report;
}

function reportRow(report: CheckReport, row: TableRow, check: RowCheck): void {
  const { errors, warnings } = checkRow(row, check);
  report.addRowErrors(errors);
  // Missing columns and unknown paths were already reported for the header row.
  for (const finding of [...errors, ...warnings])
    if (finding.code !== 'MISSING_REQUIRED_COLUMN' && finding.code !== 'UNKNOWN_PATH') report.addWarning(finding);
}

/** Adds warnings about the header row: missing columns, unknown paths and columns that are not mapped. */
function reportColumns(report: CheckReport, row: number, { columns: { missing, ignored }, unknown }: RowCheck): void {
  for (const each of missing) report.addWarning(missingColumnFinding(row, each));
  for (const each of unknown) report.addWarning(unknownPathFinding(row, each));
  const named = new Set(unknown.map(({ column }) => column));
  for (const column of ignored.filter((each) => !named.has(each)))
    report.addWarning({
      row,
      column,
      code: 'UNMAPPED_COLUMN',
      message: 'is not mapped and would not be stored',
    });
}
