import { tableLimits } from '../table-limits.js';
import { TableFormatError } from '../table-row.js';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Line break of the rows of a file. `unknown` until the first row ends. */
type RowEnd = 'unknown' | 'lf' | 'cr' | 'crlf';

/**
 * Checks CSV text before it is parsed, because a parser keeps the cells of a row until the row ends, and spends time on empty rows.
 * Misplaced quotes are left to the parser, which stops there.
 */
export class CsvGuard {
  private readonly delimiter: number;
  private rowEnd: RowEnd = 'unknown';
  private isQuoted = false;
  private endsWithReturn = false;
  private line = 1;
  private rows = 0;
  private cellsBefore = 0;
  private cells = 1;
  private charactersBefore = 0;

  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** Throws `TableFormatError` for text that may not be parsed. */
  check(text: string): void {
    let rowStart = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === quote) this.isQuoted = !this.isQuoted;
      else if (unit === this.delimiter) {
        if (!this.isQuoted) this.addCell();
      } else if (unit === lineFeed || unit === carriageReturn) {
        if (this.endsRow(unit, this.isReturnBefore(text, at))) {
          this.checkCharacters(at - rowStart);
          this.addRow();
          rowStart = at + 1;
        }
        if (unit === lineFeed || this.rowEnd === 'cr') this.line += 1;
      } else if (this.rowEnd === 'unknown' && !this.isQuoted && this.isReturnBefore(text, at)) this.rowEnd = 'cr';
    }
    this.endsWithReturn = text === '' ? this.endsWithReturn : text.charCodeAt(text.length - 1) === carriageReturn;
    this.checkCharacters(text.length - rowStart);
    this.charactersBefore += text.length - rowStart;
  }

  private isReturnBefore(text: string, at: number): boolean {
    return at === 0 ? this.endsWithReturn : text.charCodeAt(at - 1) === carriageReturn;
  }

  /** The first line break determines how all other rows end. */
  private endsRow(unit: number, isAfterReturn: boolean): boolean {
    if (this.isQuoted) return false;
    if (this.rowEnd === 'unknown') {
      if (isAfterReturn) this.rowEnd = unit === lineFeed ? 'crlf' : 'cr';
      else if (unit === lineFeed) this.rowEnd = 'lf';
    }
    if (this.rowEnd === 'crlf') return unit === lineFeed && isAfterReturn;
    return unit === lineFeed ? this.rowEnd === 'lf' : this.rowEnd === 'cr';
  }

  private addCell(): void {
    this.cells += 1;
    if (this.cells > tableLimits.columns) this.refuse(`has more than ${tableLimits.columns} columns`);
  }

  private addRow(): void {
    this.rows += 1;
    if (this.rows > tableLimits.rows)
      this.refuse(`has more than ${tableLimits.rows} rows, empty ones included; send it in parts`);
    this.cellsBefore += this.cells;
    if (this.cellsBefore > tableLimits.cells) this.refuse(`has more than ${tableLimits.cells} cells; send it in parts`);
    this.cells = 1;
    this.charactersBefore = 0;
  }

  private checkCharacters(more: number): void {
    if (this.charactersBefore + more > tableLimits.rowCharacters)
      this.refuse(
        `not CSV: a row has more than ${tableLimits.rowCharacters} characters${this.isQuoted ? '; a quote is not closed' : ''}`,
      );
  }

  private refuse(why: string): never {
    throw new TableFormatError(why, this.line);
  }
}
