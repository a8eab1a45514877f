/** Order of texts by UTF-16 code units: the same on every machine. */
export const compareText = (a: string, b: string): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0);
