import type { XmlHandler } from './read-xml.js';

/** Ranges of built-in time formats that a file does not have to declare. */
const builtIn = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Whether a format shows a number as a time. Quoted texts, colours and escaped characters do not count. */
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[(?!h|m|s)[^\]]*\]|\\./gi, '').replaceAll(/general/gi, ''));

/** Reads which cell styles show times. */
export function dateStyleReader(): { readonly handle: XmlHandler; readonly styles: ReadonlySet<number> } {
  const styles = new Set<number>();
  const formats = new Set<number>();
  let isOfCells = false;
  let next = 0;
  return {
    styles,
    handle: {
      open(name, { numFmtId = '0', formatCode = '' }) {
        const id = Number(numFmtId);
        if (name === 'numFmt' && isDateFormat(formatCode)) formats.add(id);
        if (name === 'cellXfs') isOfCells = true;
        if (name !== 'xf' || !isOfCells) return;
        if (formats.has(id) || builtIn.some(([from, to]) => id >= from && id <= to)) styles.add(next);
        next += 1;
      },
      close(name) {
        if (name === 'cellXfs') isOfCells = false;
      },
    },
  };
}
