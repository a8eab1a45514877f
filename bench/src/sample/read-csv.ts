/** Reads CSV with a header line; fields may be quoted, a doubled quote is a quote. No line breaks inside fields. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = readLine(header);
  return lines.map((line) => {
    const fields = readLine(line);
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']));
  });
}

const field = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/y;

function readLine(line: string): string[] {
  const fields: string[] = [];
  field.lastIndex = 0;
  for (;;) {
    const match = field.exec(line);
    if (!match) throw new Error(`no CSV: ${line}`);
    const [, quoted, bare = '', end] = match;
    fields.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '') return fields;
  }
}
