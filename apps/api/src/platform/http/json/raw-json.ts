import { randomBytes } from 'node:crypto';

/** Random for each process, so that no caller's text can be taken for a marker. */
const marker = `raw-json-${randomBytes(16).toString('hex')}:`;

/** Texts that stand aside while the value that holds them is written, in the order of their markers. */
let aside: string[] = [];

/**
 * JSON text that goes into an answer as it is: an amount digit for digit, or JSON that was stored verbatim. The text must be
 * valid JSON. Only `stringifyJson` writes it.
 */
export class RawJson {
  constructor(readonly text: string) {}

  toJSON(): string {
    return `${marker}${aside.push(this.text) - 1}`;
  }
}

/** An exact decimal as a JSON number. `text` is a JSON number. */
export const rawNumber = (text: string): RawJson => new RawJson(text);

/** `JSON.stringify` that writes `RawJson` values as their text. */
export function stringifyJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  const outer = aside;
  const own: string[] = [];
  aside = own;
  try {
    const text = JSON.stringify(value);
    return own.length === 0 ? text : withTexts(text, own);
  } finally {
    aside = outer;
  }
}

/** With the texts that stood aside in the places of their markers, which stand in their order. */
function withTexts(text: string, texts: readonly string[]): string {
  let written = '';
  let from = 0;
  for (const [index, each] of texts.entries()) {
    const mark = `"${marker}${index}"`;
    const at = text.indexOf(mark, from);
    written += text.slice(from, at) + each;
    from = at + mark.length;
  }
  return written + text.slice(from);
}
