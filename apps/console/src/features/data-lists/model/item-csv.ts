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

/**
 * Returns the cells of each line, according to RFC 4180; a semicolon is also accepted as separator, as spreadsheets of many countries use
 * it.
 */
function cellsOf(text: string): readonly (readonly string[])[] {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const parted = head.includes(';') && !head.includes(',') ? ';' : ',';
  const lines: string[][] = [[]];
  const token = new RegExp(`("(?:[^"]|"")*"|[^${parted}\\r\\n]*)(${parted}|\\r\\n|\\r|\\n|$)`, 'y');
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) return lines;
    const [, raw = '', end = ''] = found;
    lines.at(-1)!.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end !== parted && end !== '') lines.push([]);
  }
  return lines.filter((line) => line.some((each) => each.trim() !== ''));
}

/** Returns the items of a file: one value per line, or named columns. Empty cells are omitted. */
export function readItemCsv(text: string): readonly ItemFields[] {
  const [first = [], ...rest] = cellsOf(text.replace(/^\uFEFF/, ''));
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
