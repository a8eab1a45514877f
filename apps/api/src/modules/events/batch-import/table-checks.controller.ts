import { Controller, HttpCode, Req } from '@nestjs/common';
import { ApiConsumes, ApiOkResponse, ApiTags, ApiProperty, ApiPropertyOptional, ApiOperation } from '@nestjs/swagger';
import { isObject } from '@tamis/stdx';
import { type TableRow, TableFormatError } from '@tamis/table-files';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, assertPermission, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ReadFiles } from '../../../platform/files/index.js';
import {
  ApiError,
  ApiErrors,
  invalid,
  RouteSettings,
  type UploadedFile,
  BodyExample,
} from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import { limits } from '../../../platform/limits.js';
import {
  csvOptions,
  type MappingTarget,
  mappingTargets,
  resolveMapping,
  parseTableMapping,
} from '../column-mappings/index.js';
import {
  type CheckReport,
  type Finding,
  type RowErrorCode,
  rowErrorCodes,
  type WarningCode,
  warningCodes,
} from './check-report.js';
import { checkTable } from './check-table.js';
import { CheckRows } from './check-rows.js';
import { importTargets } from './import-targets.js';
import { CheckTableBody } from './batch-import.bodies.js';

class TableWarningDto {
  @ApiProperty({ enum: warningCodes, enumName: 'TableWarningCode' }) code!: WarningCode;
  @ApiProperty() message!: string;
  @ApiProperty({ description: 'Line of the file where it is met first' }) row!: number;
  @ApiProperty({ type: String, nullable: true }) column!: string | null;
  @ApiPropertyOptional({ type: String, description: 'Path of the member of the record' }) field?: string | undefined;
  @ApiPropertyOptional({ type: String }) value?: string | undefined;
  @ApiPropertyOptional({ type: [String] }) allowedValues?: readonly string[] | undefined;
  @ApiProperty() occurrences!: number;
}

class TableRowErrorDto {
  @ApiProperty({ description: 'Line of the file' }) row!: number;
  @ApiPropertyOptional() column?: string;
  @ApiPropertyOptional({ type: String, description: 'Path of the member of the record' }) field?: string | undefined;
  @ApiProperty({ enum: rowErrorCodes, enumName: 'TableRowErrorCode' }) code!: RowErrorCode;
  @ApiProperty() message!: string;
  @ApiPropertyOptional({ type: String }) value?: string | undefined;
}

class CheckedTableDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Whether every checked row would be stored' }) ok!: boolean;
  @ApiProperty() totalRows!: number;
  @ApiProperty({ description: 'Number of checked rows' }) sampledRows!: number;
  @ApiProperty() validRowCount!: number;
  @ApiProperty() invalidRowCount!: number;
  @ApiProperty({ type: [TableWarningDto], description: 'One per code, column and value' })
  warnings!: readonly TableWarningDto[];
  @ApiProperty({ type: [TableRowErrorDto], description: 'Why rows would not be stored' })
  rowErrors!: readonly TableRowErrorDto[];
}

/** Converts objects keyed by column name to table rows. They are numbered as lines below a header line with the column names. */
async function* jsonTableRows(rows: readonly Readonly<Record<string, unknown>>[]): AsyncGenerator<TableRow> {
  const names = new Set<string>();
  for (const row of rows)
    for (const name of Object.keys(row)) {
      names.add(name);
      if (names.size > limits.tableColumns) throw new TableFormatError(`has more than ${limits.tableColumns} columns`);
    }
  const head = [...names];
  yield { line: 1, cells: head };
  for (const [index, row] of rows.entries())
    yield { line: index + 2, cells: head.map((name) => (Object.hasOwn(row, name) ? toCell(row[name]) : '')) };
}

function toCell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const checkSettings = {
  files: { count: 1, bytes: limits.batchPaymentsBytes, allBytes: limits.batchSourcesBytes },
  bodyBytes: limits.checkedJsonBytes,
  largeArray: { member: 'rows', parsed: limits.checkedJsonRows },
};

/** The rows of a request, the field that contains them, and the name of the file. */
interface RequestTable {
  readonly member: 'file' | 'rows';
  /** Name of the file; `null` if the rows were sent as JSON. */
  readonly name: string | null;
  readonly table: AsyncGenerator<TableRow>;
}

/** Checks whether files can be imported, before they are. */
@ApiTags('imports')
@Controller('batch-import')
export class TableChecksController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly files: ReadFiles,
    private readonly rows: CheckRows,
  ) {}

  /** Reads rows as an upload would, reports what is wrong with them, and stores nothing. Requires the permission to import them. */
  @Post('validate-csv', { waitsOutside: true })
  @ApiOperation({ summary: 'Check whether the rows of a file can be imported' })
  @BodyExample({
    target: 'transaction',
    rows: [{ externalId: 'pay-1', type: 'PAYMENT', amount: '12.50', currency: 'USD' }],
  })
  @HttpCode(200)
  @RequirePermission('transactions:create', 'entities:bulk_import', 'events:create')
  @RouteSettings(checkSettings)
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiErrors(
    'VALIDATION_ERROR',
    'UNSUPPORTED_TARGET',
    'MAPPING_TARGET_MISMATCH',
    'TOO_MANY_ITEMS',
    'TOO_MANY_FILES',
    'FORBIDDEN',
    'MAPPING_NOT_FOUND',
    'FILE_TOO_LARGE',
    'ARTIFACT_UPLOAD_FAILED',
  )
  @ApiOkResponse({ type: CheckedTableDto })
  async check(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CheckTableBody,
    @Req() { files = [] }: FastifyRequest,
  ): Promise<CheckedTableDto> {
    const { organizationId } = principal;
    const asked = body.target == null ? [] : [readTarget(body.target)];
    const sent = await resolveMapping(this.database.forOrganization(organizationId), organizationId, body, asked);
    if (!sent.target) throw invalid({ target: 'target is required unless mappingId is sent' });
    const target = importTargets[sent.target];
    assertPermission(principal, target.permission);
    const mapping = parseTableMapping(sent);
    if (!mapping.ok) throw invalid(mapping.error);
    const most = {
      warnings: body.maxWarnings ?? limits.checkProblems,
      rowErrors: body.maxRowErrors ?? limits.checkProblems,
    };
    const { table, ...source } = this.tableOf(organizationId, body, files);
    try {
      const rules = await this.rows.rulesOf(principal, target, source);
      return toCheckedTableDto(
        await checkTable({ table, mapping: mapping.value, target, ...rules, maxFindings: most }),
      );
    } catch (error) {
      throw error instanceof TableFormatError ? unreadableTableError(source, error) : error;
    } finally {
      // Ends the worker thread of the table, even if its rows were not read.
      await table.return(undefined);
    }
  }

  /** Throws 400 if the request has neither a file nor rows. */
  private tableOf(organizationId: string, body: CheckTableBody, [file]: readonly UploadedFile[]): RequestTable {
    if (body.rows != null) return { member: 'rows', name: null, table: jsonTableRows(objectsOf(body.rows)) };
    if (!file) throw invalid({ file: 'is required: a CSV file in a form, or `rows` as JSON' });
    if (!/\.csv$/i.test(file.name)) throw invalid({ file: `${file.name}: must have the extension csv` });
    const options = csvOptions(body.delimiter, body.encoding);
    return { member: 'file', name: file.name, table: this.files.rows(organizationId, file, { kind: 'csv', options }) };
  }
}

/** Returns the target with this name. Throws 400 `UNSUPPORTED_TARGET` if there is none. */
function readTarget(sent: string): MappingTarget {
  const target = mappingTargets.find((each) => each === sent);
  if (target) return target;
  const message = `must be one of ${mappingTargets.join(', ')}`;
  throw new ApiError('UNSUPPORTED_TARGET', `Rows of this target cannot be checked: the target ${message}`, {
    target: message,
  });
}

const unreadableTableError = ({ member, name }: Omit<RequestTable, 'table'>, { message }: TableFormatError): ApiError =>
  invalid({ [member]: name === null ? message : `${name}: ${message}` });

function objectsOf(rows: readonly unknown[]): readonly Readonly<Record<string, unknown>>[] {
  if (rows.every((row) => isObject(row))) return rows;
  const wrong = rows.findIndex((row) => !isObject(row));
  throw invalid({ [`rows[${wrong}]`]: 'must be an object keyed by column name' });
}

const toCheckedTableDto = (report: CheckReport): CheckedTableDto => {
  const { totalRows, sampledRows, invalidRowCount, warnings, rowErrors } = report;
  return {
    success: true,
    ok: invalidRowCount === 0,
    ...{ totalRows, sampledRows, validRowCount: sampledRows - invalidRowCount, invalidRowCount },
    warnings,
    rowErrors: rowErrors.map(toRowErrorDto),
  };
};

const toRowErrorDto = ({
  allowedValues: _allowed,
  column,
  ...error
}: Finding): CheckedTableDto['rowErrors'][number] => ({
  ...error,
  ...(column !== null && { column }),
});
