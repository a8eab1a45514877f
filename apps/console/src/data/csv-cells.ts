/**
 * Returns the cells of each line, according to RFC 4180; a semicolon is also accepted as separator, as spreadsheets of many countries use
 * it.
 */
export function csvCells(given: string): readonly (readonly string[])[] {
  const text = given.replace(/^\uFEFF/, '');
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const count = (sign: string): number => head.split(sign).length;
  // Such spreadsheets also write numbers with a comma.
  const parted = count(';') > count(',') ? ';' : ',';
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
