import { limits } from '../../../platform/limits.js';

/** What a check warns of. */
export const warningCodes = [
  'INVALID_ENUM_VALUE',
  'MISSING_REQUIRED_COLUMN',
  'UNMAPPED_COLUMN',
  'EMPTY_REQUIRED_VALUE',
  'INVALID_NUMBER',
  'INVALID_DATE',
  'INVALID_BOOLEAN',
  'INVALID_JSON',
  'INVALID_CURRENCY',
  'DUPLICATE_EXTERNAL_ID_IN_FILE',
  'DUPLICATE_TAX_ID_IN_FILE',
  'UNKNOWN_PATH',
  'NO_ENTITY_IDENTIFIER',
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** Why a row would not be stored: one of those, or another thing that is wrong with it. */
export const rowErrorCodes = [...warningCodes, 'VALIDATION_ERROR', 'INVALID_TAX_ID'] as const;
export type RowErrorCode = (typeof rowErrorCodes)[number];

/** Something that is wrong, in a row or in the first of all. */
export interface Finding {
  readonly row: number;
  /** Null: no column is to blame. */
  readonly column: string | null;
  /** Path of the member of the record. */
  readonly field?: string | undefined;
  readonly code: RowErrorCode;
  readonly message: string;
  readonly value?: string | undefined;
  readonly allowedValues?: readonly string[] | undefined;
}

export interface Warning extends Finding {
  readonly code: WarningCode;
  readonly occurrences: number;
}

const isWarning = (code: RowErrorCode): code is WarningCode => (warningCodes as readonly string[]).includes(code);

/** What a check found, as much of it as was asked for. */
export class CheckReport {
  totalRows = 0;
  sampledRows = 0;
  invalidRowCount = 0;
  readonly rowErrors: Finding[] = [];
  private readonly warningsByKey = new Map<string, Warning>();

  constructor(private readonly maxFindings: { readonly warnings: number; readonly rowErrors: number }) {}

  /** One warning for each code, column and value: it tells of the first row, and how often it happens. */
  addWarning(finding: Finding): void {
    const { code } = finding;
    if (!isWarning(code)) return;
    const key = JSON.stringify([code, finding.column, finding.value]);
    const known = this.warningsByKey.get(key);
    if (known) this.warningsByKey.set(key, { ...known, occurrences: known.occurrences + 1 });
    else if (this.warningsByKey.size < this.maxFindings.warnings)
      this.warningsByKey.set(key, { ...finding, code, occurrences: 1 });
  }

  /** What keeps one row from being stored; nothing does where there is none. */
  addRowErrors(errors: readonly Finding[]): void {
    this.sampledRows += 1;
    if (errors.length > 0) this.invalidRowCount += 1;
    this.rowErrors.push(...errors.slice(0, this.maxFindings.rowErrors - this.rowErrors.length));
  }

  get warnings(): readonly Warning[] {
    return [...this.warningsByKey.values()];
  }
}

/** A cell as it is shown. */
export const toDisplayValue = (cell: string): string | undefined =>
  cell === '' ? undefined : cell.slice(0, limits.checkedValueCharacters).toWellFormed();
