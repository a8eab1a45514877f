import { asDecimal, parseNumeric } from '@tamis/stdx';

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

const maxColumns = 1_000;
const dayMs = 86_400_000;
/** Days from the beginning of the count to 1970; the one from 1900 takes that for a leap year. */
const daysBefore1970 = { from1900: 25_569, from1904: 24_107 } as const;

/** Reads the rows of a sheet; `take` gives those that are complete, once. */
export function rowReader(sheet: SheetTexts): { readonly handle: XmlHandler; take(): readonly TableRow[] } {
  let rows: TableRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let cell: Cell | null = null;
  let value = '';
  let isValue = false;
  const handle: XmlHandler = {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        cells = [];
      } else if (name === 'c') {
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
        if (value !== '') setCell(cells, cell.column, cellText(sheet, cell, value));
        cell = null;
      } else if (name === 'row' && cells.some((text) => text !== '')) rows.push({ line, cells });
    },
    text(more) {
      if (isValue) value += more;
    },
  };
  const take = (): readonly TableRow[] => {
    const taken = rows;
    rows = [];
    return taken;
  };
  return { handle, take };
}

function setCell(cells: string[], column: number, text: string): void {
  if (column >= maxColumns) throw new TableFormatError(`a sheet may have ${maxColumns} columns`);
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

/** `C7` is in the third column; a cell that does not say where it is comes next. */
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
  if (!dateStyles.has(style)) return plainNumber(number);
  const ms = Math.round((number - (is1904 ? daysBefore1970.from1904 : daysBefore1970.from1900)) * dayMs);
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/** Spreadsheets keep 15 digits and write 17: 1.1 stands in the file as 1.1000000000000001. */
function plainNumber(number: number): string {
  const text = String(Number(number.toPrecision(15)));
  const value = text.includes('e') ? parseNumeric(text) : null;
  return value === null ? text : asDecimal(value).toFixed();
}
