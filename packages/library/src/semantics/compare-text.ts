/** Compares texts by UTF-16 code units, with the same result on every machine. */
export const compareText = (a: string, b: string): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0);
