import { asDecimal, parseNumeric } from '@tamis/stdx';

import { tableLimits } from '../table-limits.js';
import { type TableRow, TableFormatError } from '../table-row.js';
import type { XmlHandler } from './read-xml.js';

/** What cells of a sheet refer to. */
export interface SheetTexts {
  readonly texts: readonly string[];
  readonly dateStyles: ReadonlySet<number>;
  readonly is1904: boolean;
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
}

const dayMs = 86_400_000;
/** Days from the start of the count to 1970. The count from 1900 treats that year as a leap year. */
const daysBefore1970 = { from1900: 25_569, from1904: 24_107 } as const;

/** Reads the rows of a sheet. `take` returns each complete row once. */
export function rowReader(sheet: SheetTexts): { readonly handle: XmlHandler; take(): readonly TableRow[] } {
  let rows: TableRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let cell: Cell | null = null;
  let value = '';
  let isValue = false;
  const counts = new SheetCounts();
  const handle: XmlHandler = {
    open(name, attributes) {
      if (name === 'row') {
        line = lineOf(attributes['r'], line + 1);
        cells = [];
        counts.addRow(line);
      } else if (name === 'c') {
        counts.addCell(line);
        cell = {
          column: columnOf(attributes['r'], cells.length),
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
        };
        value = '';
      }
      isValue = name === 'v' || (name === 't' && cell?.type === 'inlineStr');
    },
    close(name) {
      isValue = false;
      if (name === 'c' && cell) {
        if (value !== '') setCell(cells, cell.column, counts.withCharacters(line, cellText(sheet, cell, value)), line);
        cell = null;
      } else if (name === 'row' && cells.some((text) => text !== '')) rows.push({ line, cells });
    },
    text(more) {
      if (!isValue) return;
      value += more;
      counts.checkCharacters(line, value.length);
    },
  };
  const take = (): readonly TableRow[] => {
    const taken = rows;
    rows = [];
    return taken;
  };
  return { handle, take };
}

function setCell(cells: string[], column: number, text: string, line: number): void {
  if (column >= tableLimits.columns) throw new TableFormatError(`has more than ${tableLimits.columns} columns`, line);
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

/** A sheet has as many rows as may be read. */
function lineOf(reference: string | undefined, next: number): number {
  const line = reference === undefined ? next : /^\d{1,7}$/.test(reference) ? Number(reference) : 0;
  if (line >= 1 && line <= tableLimits.rows) return line;
  throw new TableFormatError(`not XLSX: it has a row \`${(reference ?? String(line)).slice(0, 20)}\``);
}

/** Counts of a sheet so far. */
class SheetCounts {
  private rows = 0;
  private cells = 0;
  private characters = 0;

  addRow(line: number): void {
    this.rows += 1;
    this.characters = 0;
    if (this.rows > tableLimits.rows)
      throw new TableFormatError(`has more than ${tableLimits.rows} rows, empty ones included`, line);
  }

  addCell(line: number): void {
    this.cells += 1;
    if (this.cells > tableLimits.cells)
      throw new TableFormatError(`has more than ${tableLimits.cells} cells; send it in parts`, line);
  }

  /** Counts the text of a cell, which cells may share. */
  withCharacters(line: number, text: string): string {
    this.characters += text.length;
    this.checkCharacters(line, 0);
    return text;
  }

  checkCharacters(line: number, more: number): void {
    if (this.characters + more > tableLimits.rowCharacters)
      throw new TableFormatError(`has more than ${tableLimits.rowCharacters} characters`, line);
  }
}

/** `C7` is in the third column. A cell without a reference follows the previous one. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return next;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText({ texts, dateStyles, is1904 }: SheetTexts, { type, style }: Cell, value: string): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== 'n') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (!dateStyles.has(style)) return plainNumber(value, number);
  const ms = Math.round((number - (is1904 ? daysBefore1970.from1904 : daysBefore1970.from1900)) * dayMs);
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/**
 * Spreadsheets keep 15 digits and write 17: 1.1 is stored as 1.1000000000000001. Integers are kept as they are written: other programs
 * write all digits of an id, and a rounded id would be that of another record.
 */
function plainNumber(written: string, number: number): string {
  if (/^-?(0|[1-9]\d*)$/.test(written)) return written;
  const text = String(Number(number.toPrecision(15)));
  const value = text.includes('e') ? parseNumeric(text) : null;
  return value === null ? text : asDecimal(value).toFixed();
}
