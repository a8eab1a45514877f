const delimiters = [',', ';', '\t', '|'] as const;
const mostColumns = 200;

/** Cells of a line of CSV, in which quotes may hold delimiters. */
function cellsOf(line: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!;
    if (sign === '"' && isQuoted && line[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

/** Names of the columns of a CSV file, from its beginning: as a proposal, which the server reads anew. */
export function columnsIn(text: string): readonly string[] {
  const [line = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/, 1);
  const byDelimiter = delimiters.map((each) => cellsOf(line, each));
  const most = byDelimiter.reduce((best, cells) => (cells.length > best.length ? cells : best));
  return [...new Set(most.filter((name) => name !== ''))].slice(0, mostColumns);
}

/** Columns that become something, as the API takes them. */
export const mappingOf = (paths: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...paths].flatMap(([column, path]) => (path.trim() === '' ? [] : [[column, path.trim()] as const])),
  );

export const isCsv = (name: string): boolean => /\.csv$/i.test(name);
