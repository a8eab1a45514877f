/** A word or sign of a cell. `text` excludes its quotes. */
export interface CellToken {
  readonly kind: 'text' | 'number' | 'word' | 'sign' | 'unknown';
  readonly text: string;
}

// Texts have no escapes. A number before `..` ends before the first dot.
const token =
  /\s+|"([^"]*)"|'([^']*)'|([+-]?\d+(?:\.\d+)?(?![\w]))|([A-Za-z_]\w*)|(\.\.|==|!=|<=|>=|[<>,()[\]])|([^])/gy;

export function cellTokens(cell: string): readonly CellToken[] {
  const tokens: CellToken[] = [];
  for (const [, double, single, number, word, sign, unknown] of cell.matchAll(token)) {
    const text = double ?? single;
    if (text !== undefined) tokens.push({ kind: 'text', text });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (unknown !== undefined) tokens.push({ kind: 'unknown', text: unknown });
  }
  return tokens;
}
