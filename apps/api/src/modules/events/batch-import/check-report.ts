import { limits } from '../../../platform/limits.js';

/** Codes of the warnings that a check reports. */
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

/** Codes of the reasons why a row would not be stored: any warning code, or one of two further codes. */
export const rowErrorCodes = [...warningCodes, 'VALIDATION_ERROR', 'INVALID_TAX_ID'] as const;
export type RowErrorCode = (typeof rowErrorCodes)[number];

/** A problem in a single row, or in the header row. */
export interface Finding {
  readonly row: number;
  /** `null` if no column caused the problem. */
  readonly column: string | null;
  /** Path of the field in the record. */
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

/** Findings of a check, up to the maximum numbers. */
export class CheckReport {
  totalRows = 0;
  sampledRows = 0;
  invalidRowCount = 0;
  readonly rowErrors: Finding[] = [];
  private readonly warningsByKey = new Map<string, Warning>();

  constructor(private readonly maxFindings: { readonly warnings: number; readonly rowErrors: number }) {}

  /** Adds a warning. There is one for each combination of code, column and value: it names the first row and counts the occurrences. */
  addWarning(finding: Finding): void {
    const { code } = finding;
    if (!isWarning(code)) return;
    const key = JSON.stringify([code, finding.column, finding.value]);
    const known = this.warningsByKey.get(key);
    if (known) this.warningsByKey.set(key, { ...known, occurrences: known.occurrences + 1 });
    else if (this.warningsByKey.size < this.maxFindings.warnings)
      this.warningsByKey.set(key, { ...finding, code, occurrences: 1 });
  }

  /** Counts a row as checked and adds the errors that keep it from being stored. The row is valid if `errors` is empty. */
  addRowErrors(errors: readonly Finding[]): void {
    this.sampledRows += 1;
    if (errors.length > 0) this.invalidRowCount += 1;
    this.rowErrors.push(...errors.slice(0, this.maxFindings.rowErrors - this.rowErrors.length));
  }

  get warnings(): readonly Warning[] {
    return [...this.warningsByKey.values()];
  }
}

/** Returns a cell as it is displayed: shortened, or `undefined` if it is empty. */
export const toDisplayValue = (cell: string): string | undefined =>
  cell === '' ? undefined : cell.slice(0, limits.checkedValueCharacters).toWellFormed();
