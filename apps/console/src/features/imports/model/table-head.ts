const delimiters = [',', ';', '\t', '|'] as const;
const mostColumns = 200;

/** Returns the cells of a CSV line, in which quotes can contain delimiters. */
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

/** Returns the column names of a CSV file, read from its beginning, as a proposal that the server reads again. */
export function columnsIn(text: string): readonly string[] {
  const [line = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/, 1);
  const byDelimiter = delimiters.map((each) => cellsOf(line, each));
  const most = byDelimiter.reduce((best, cells) => (cells.length > best.length ? cells : best));
  return [...new Set(most.filter((name) => name !== ''))].slice(0, mostColumns);
}

/** Returns the columns that have a target, in the form that the API accepts. */
export const mappingOf = (paths: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...paths].flatMap(([column, path]) => (path.trim() === '' ? [] : [[column, path.trim()] as const])),
  );

export const isCsv = (name: string): boolean => /\.csv$/i.test(name);
