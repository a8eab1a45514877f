import { csvCells } from '../../../data/csv-cells.js';

/** The columns of an item file, in order. */
export const itemColumns = ['primaryValue', 'secondaryValue', 'category', 'severity', 'reason', 'expiresAt'] as const;

export type ItemFields = Readonly<Partial<Record<string, string>>>;

/** Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe, which is removed when reading. */
const formula = /^[=@\t\r]|^[+-](?!\d)/;
const guarded = /^'(?=[=@\t\r]|[+-](?!\d))/;

const cell = (value: string): string => `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

export function writeItemCsv(items: readonly Readonly<Record<string, unknown>>[]): string {
  const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');
  const lines = items.map((item) => itemColumns.map((column) => cell(textOf(item[column]))).join(','));
  return [itemColumns.join(','), ...lines, ''].join('\r\n');
}

/** Returns the items of a file: one value per line, or named columns. Empty cells are omitted. */
export function readItemCsv(text: string): readonly ItemFields[] {
  const [first = [], ...rest] = csvCells(text);
  const isNamed = first.some((each) => each.trim() === 'primaryValue');
  const names = isNamed ? first.map((each) => each.trim()) : ['primaryValue'];
  return (isNamed ? rest : [first, ...rest]).flatMap((line) => {
    const fields = names.flatMap((name, index) => {
      const value = (line[index] ?? '').trim().replace(guarded, '');
      return name === '' || value === '' ? [] : [[name, value] as const];
    });
    return fields.length === 0 ? [] : [Object.fromEntries(fields)];
  });
}
